// says: yours[

