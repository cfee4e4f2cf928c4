/* The fonts' files, whole, inside the program: text looks the same on every machine, and needs no file at run time. */
    .section .rodata
    .global wb_font_data
    .global wb_font_data_end
    .global wb_mono_font_data
    .global wb_mono_font_data_end
    .balign 16
wb_font_data:
    .incbin WB_FONT_FILE
wb_font_data_end:
    .byte 0
    .balign 16
wb_mono_font_data:
    .incbin WB_MONO_FONT_FILE
wb_mono_font_data_end:
    .byte 0
#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
