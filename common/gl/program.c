#include "gl/program.h"

#include "base/file.h"
#include "base/file_watch.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/message.h"
#include "gl/errors.h"
#include "gl/plain.h"
#include "machine/front.h"
#include "os/path.h"
#include "os/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where the files are ---- */

static struct {
    char **paths; // absolute, without links
    int count, capacity;
    int added;     // how many of them the program has added; they come first
    bool complete; // the others are there, too
} roots;

// Inserts a directory as the index-th; one that is there already would only be searched twice.
static bool insert_root(int index, const char *path)
{
    char *absolute = wb_path_absolute(path);
    if (absolute == NULL) {
        wb_error("cannot use %s as a directory of shaders: %s", path, strerror(errno));
        return false;
    }
    for (int i = 0; i < index; i++) {
        if (strcmp(roots.paths[i], absolute) != 0) continue;
        free(absolute);
        return true;
    }
    roots.paths = wb_grow(roots.paths, &roots.capacity, roots.count + 1, sizeof *roots.paths);
    char **place = roots.paths + index;
    memmove(place + 1, place, (size_t)(roots.count - index) * sizeof *place);
    *place = absolute;
    roots.count++;
    return true;
}

bool wb_program_add_root(const char *path)
{
    int count = roots.count;
    if (!wb_path_is_readable_directory(path)) {
        wb_error("%s is not a readable directory, so no shaders are found there", path);
        return false;
    }
    if (!insert_root(roots.added, path)) return false;
    roots.added += roots.count - count;
    return true;
}

// Those of WB_SHADERS, and no others. Each has to exist.
static bool append_named(const char *names)
{
    while (*names != '\0') {
        char *name = wb_or_end(strndup(names, strcspn(names, WB_PATH_SEPARATOR)));
        names += strcspn(names, WB_PATH_SEPARATOR);
        names += *names != '\0';
        bool good = *name == '\0' || wb_path_is_readable_directory(name);
        if (!good) wb_error("WB_SHADERS names %s, which is not a readable directory", name);
        if (good && *name != '\0') good = insert_root(roots.count, name);
        free(name);
        if (!good) return false;
    }
    return true;
}

static bool append_known(void)
{
    char above[1200];
    const char *known[3] = {0};
    int count = 0;
    if (wb_file_find_above("shaders", above, sizeof above)) known[count++] = above;
#ifdef WB_SOURCE_SHADERS
    known[count++] = WB_SOURCE_SHADERS;
#endif
#ifdef WB_INSTALL_SHADERS
    known[count++] = WB_INSTALL_SHADERS;
#endif
    bool good = true;
    for (int i = 0; good && i < count; i++)
        if (wb_path_is_readable_directory(known[i])) good = insert_root(roots.count, known[i]);
    return good;
}

static void report_no_root(void)
{
    wb_error("there is no directory named shaders beside or above the program"
#ifdef WB_SOURCE_SHADERS
             ", no " WB_SOURCE_SHADERS
#endif
#ifdef WB_INSTALL_SHADERS
             ", no " WB_INSTALL_SHADERS
#endif
             "\nwhat to do: set WB_SHADERS to the workbench's shaders directory");
}

static void remove_roots_from(int first)
{
    while (roots.count > first) free(roots.paths[--roots.count]);
}

static bool complete_roots(void)
{
    if (roots.complete) return true;
    const char *names = getenv("WB_SHADERS");
    bool is_named = names != NULL && *names != '\0';
    roots.complete = is_named ? append_named(names) : append_known();
    if (roots.complete && roots.count == 0) {
        report_no_root();
        roots.complete = false;
    }
    if (!roots.complete) remove_roots_from(roots.added);
    return roots.complete;
}

const char *wb_program_root(int index)
{
    return complete_roots() && index >= 0 && index < roots.count ? roots.paths[index] : NULL;
}

bool wb_program_find(const char *file, char *path, size_t size)
{
    const char *root;
    for (int i = 0; (root = wb_program_root(i)) != NULL; i++) {
        snprintf(path, size, "%s/%s", root, file);
        if (wb_path_is_there(path)) return true;
    }
    root = roots.count > 0 ? roots.paths[0] : "";
    snprintf(path, size, "%s/%s", root, file);
    return false;
}

// With several roots, all of them have to be named; of one, wb_source_read_below() speaks itself.
static void report_not_found(const char *path, const char *chain)
{
    char *list = NULL;
    size_t size;
    FILE *out = wb_or_end(wb_text_stream(&list, &size));
    for (int i = 0; i < roots.count; i++) fprintf(out, "\n%s", roots.paths[i]);
    wb_text_stream_close(out);
    wb_error("cannot read %s: No such file in any of these directories:%s%s", path, list, chain);
    free(list);
}

/* ---- Compiling ---- */

// The driver's own message about a shader or a program; the caller frees it.
static char *info_log(GLuint object, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log)
{
    GLint length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    char *log = wb_or_end(calloc((size_t)length + 1, 1));
    get_log(object, length + 1, NULL, log);
    return log;
}

// What is wrong with the text, with its lines. Mesa names no line where a kernel reads what it has
// declared `writeonly`; then glslangValidator is asked, if it is there. The caller frees it.
static char *explain(GLenum stage, const wb_source *source, const char *log)
{
    wb_front_output output = {0};
    bool has_line = stage != GL_COMPUTE_SHADER || strstr(log, "0:0(0)") == NULL;
    if (!has_line)
        has_line = wb_front_compile(source->text, &output) != WB_FRONT_REFUSED ||
                   strstr(output.message, "ERROR: 0:") == NULL;
    char *text = wb_source_explain(source, has_line ? log : output.message);
    wb_front_free(&output);
    return text;
}

static GLuint compile(GLenum stage, const wb_source *source)
{
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, (const GLchar *const[]){source->text}, NULL);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;

    if (wb_errors_lost()) {
        glDeleteShader(shader);
        return 0;
    }
    char *log = info_log(shader, glGetShaderiv, glGetShaderInfoLog);
    char *explained = explain(stage, source, log);
    wb_error("the shader %s does not compile:\n%s", source->files[0], explained);
    free(explained);
    free(log);
    glDeleteShader(shader);
    return 0;
}

// For validators and the curious: 04_life/global.comp becomes DIRECTORY/04_life_global.comp.
static void write_expanded(const wb_source *source)
{
    const char *directory = getenv("WB_SHADER_OUTPUT");
    if (directory == NULL || *directory == '\0') return;
    char path[1024];
    int start = snprintf(path, sizeof path, "%s/", directory);
    snprintf(path + start, sizeof path - (size_t)start, "%s", source->files[0]);
    for (char *c = path + start; *c != '\0'; c++)
        if (*c == '/') *c = '_';
    wb_output output;
    if (!wb_file_create(&output, path)) return;
    fputs(source->text, output.stream);
    wb_file_commit(&output);
}

/* ---- What a program is made from ---- */

enum { MAX_STAGES = 2 };
#define LOG "log/log.glsl" // watch/log
#define SILENT_LOG "log/silent.glsl"

typedef struct recipe {
    GLuint program;
    int stage_count;
    GLenum stages[MAX_STAGES];
    char *names[MAX_STAGES]; // files below the shaders' directory; the last one is the label
    wb_define *defines;      // ends with a NULL name
    int *files;              // of all stages, #includes too: indices into made.watch.files
    int file_count, file_capacity;
    bool asks_length; // a compute shader: for that of an array
    bool stale;       // some of the files have changed since
    bool edited;      // as it was built last: some of the files are not those of the workbench
    bool unread;      // it runs so, and has not been approved
    GLuint fresh;     // during a reload: the new program, with its shaders attached
    const wb_source *built[MAX_STAGES], *now[MAX_STAGES]; // as it was built last; as it runs
    const wb_source *before[MAX_STAGES]; // what ran last that was approved; NULL: nothing
    int reload;                          // in which it got what runs now; 0: in none
} recipe;

static struct {
    recipe *recipes; // in no order
    int count, capacity;
    wb_watch watch; // of the recipes, and of all others that there were
    wb_map sources; // of wb_source *, by the hash of the text
    const wb_source **in_turn;
    int source_count, source_capacity;
    FILE *list; // of wb_program_list_files(); may be NULL
    bool logs;  // one of them includes LOG
    bool silent;
    int reloads;
    const char *plain; // see wb_program_plain()
} made = {.sources = {.item_size = sizeof(wb_source *)}};

static const char *label_of(const recipe *r)
{
    return r->names[r->stage_count - 1];
}

static void free_recipe(recipe *r)
{
    for (int i = 0; i < r->stage_count; i++) free(r->names[i]);
    for (wb_define *d = r->defines; d != NULL && d->name != NULL; d++) free((char *)d->name);
    free(r->defines);
    free(r->files);
    *r = (recipe){0};
}

static void copy_defines(recipe *r, const wb_define *defines)
{
    size_t count = 0;
    while (defines != NULL && defines[count].name != NULL) count++;
    r->defines = wb_or_end(calloc(count + 1, sizeof *r->defines));
    for (size_t i = 0; i < count; i++)
        r->defines[i] = (wb_define){wb_or_end(strdup(defines[i].name)), defines[i].value};
}

// A file once read stays in the list: at worst that is a reload too many.
static void add_file(recipe *r, int file)
{
    for (int i = 0; i < r->file_count; i++)
        if (r->files[i] == file) return;
    r->files = wb_grow(r->files, &r->file_capacity, r->file_count + 1, sizeof *r->files);
    r->files[r->file_count++] = file;
}

static bool is_alive(const recipe *r)
{
    char label[256] = "";
    GLint deleted = GL_FALSE;
    if (!glIsProgram(r->program)) return false;
    glGetProgramiv(r->program, GL_DELETE_STATUS, &deleted); // true if deleted but still in use
    // Another program may have got the name since; its label differs.
    glGetObjectLabel(GL_PROGRAM, r->program, sizeof label, NULL, label);
    return !deleted && strncmp(label, label_of(r), sizeof label - 1) == 0;
}

static void forget_dead(void)
{
    for (int i = made.count - 1; i >= 0; i--) {
        if (is_alive(&made.recipes[i])) continue;
        free_recipe(&made.recipes[i]);
        made.recipes[i] = made.recipes[--made.count];
    }
}

/* ---- Making it ---- */

// Notes that `r` depends on a file, whether it is there or not, and returns whether it is there.
static bool watch_file(recipe *r, const char *root, const char *path)
{
    char *full_path = NULL;
    wb_or_end(asprintf(&full_path, "%s/%s", root, path) < 0 ? NULL : full_path);
    add_file(r, wb_watch_add(&made.watch, full_path));
    if (made.list != NULL) {
        fprintf(made.list, "%s\n", full_path);
        fflush(made.list);
    }
    bool is_there = wb_path_is_there(full_path);
    free(full_path);
    return is_there;
}

// Whether a file is what the workbench was built with.
static bool is_as_built(const char *path, const char *text)
{
    char built[1000], full_path[1200];
    const char *root = built;
    if (!wb_file_find_above("built_with/shaders", built, sizeof built)) return false;
    snprintf(full_path, sizeof full_path, "%s/%s", built, path);
    if (!wb_path_is_readable(full_path)) return false;
    char *expected = wb_source_read_below(path, "", &root);
    bool is_same = expected != NULL && strcmp(expected, text) == 0;
    free(expected);
    return is_same;
}

static char *read_noted(recipe *r, const char *path, const char *chain, const char **root)
{
    char *text = wb_source_read_below(path, chain, (void *)root);
    r->edited = r->edited || (text != NULL && !is_as_built(path, text));
    return text;
}

// A wb_source_reader that notes which files it was asked for, in `user`, a recipe. Also the missing
// ones: a file that appears in an earlier root later takes the place of the one that was read.
static char *read_watched(const char *path, const char *chain, void *user)
{
    if (made.silent && strcmp(path, LOG) == 0) path = SILENT_LOG;
    for (int i = 0; i < roots.count; i++)
        if (watch_file(user, roots.paths[i], path) || roots.count == 1)
            return read_noted(user, path, chain, (const char **)&roots.paths[i]);
    report_not_found(path, chain);
    return NULL;
}

// Takes the source over. That of an earlier shader with the same text stays, because others know
// it.
static const wb_source *keep_source(wb_source *source)
{
    wb_source **kept =
        wb_map_add(&made.sources, wb_hash_bytes(WB_HASH_START, source->text, strlen(source->text)));
    if (*kept == NULL) {
        *kept = wb_or_end(malloc(sizeof **kept));
        **kept = *source;
        made.in_turn = wb_grow(made.in_turn, &made.source_capacity, made.source_count + 1,
                               sizeof *made.in_turn);
        made.in_turn[made.source_count++] = *kept;
    } else
        wb_source_free(source);
    return *kept;
}

const wb_source *wb_program_source(const char *text)
{
    wb_source **kept = wb_map_find(&made.sources, wb_hash_bytes(WB_HASH_START, text, strlen(text)));
    return kept != NULL && strcmp((*kept)->text, text) == 0 ? *kept : NULL;
}

const wb_source *wb_program_source_at(int index)
{
    return index >= 0 && index < made.source_count ? made.in_turn[index] : NULL;
}

bool wb_program_asks_length(void)
{
    for (int i = 0; i < made.count; i++)
        if (made.recipes[i].asks_length && is_alive(&made.recipes[i])) return true;
    return false;
}

bool wb_program_logs(void)
{
    return made.logs;
}

void wb_program_silence(bool silent)
{
    made.silent = silent;
}

static void forget_sources(void)
{
    wb_source **kept;
    for (uint32_t place = 0; (kept = wb_map_next(&made.sources, &place, NULL)) != NULL;) {
        wb_source_free(*kept);
        free(*kept);
    }
    wb_map_free(&made.sources);
    free(made.in_turn);
    made.in_turn = NULL;
    made.source_count = made.source_capacity = 0;
}

// In the place of `shader`, one of the same text without macros; 0, with a message, if it is no
// good.
static GLuint compile_plain(GLuint shader, wb_source *source)
{
    char *message, *plain = wb_plain_text(source->text, &message);
    glDeleteShader(shader);
    if (plain == NULL) {
        char *explained = wb_source_explain(source, message);
        wb_error("the shader %s does not run in the kernel machine:\n%s", source->files[0],
                 explained);
        free(explained);
        free(message);
        return 0;
    }
    source->written = source->text;
    source->text = plain;
    return compile(GL_COMPUTE_SHADER, source);
}

static bool is_plain(const recipe *r)
{
    return made.plain != NULL && r->stages[0] == GL_COMPUTE_SHADER &&
           strcmp(made.plain, r->names[0]) == 0;
}

void wb_program_plain(const char *file)
{
    made.plain = file;
}

static GLuint load_shader(recipe *r, int stage)
{
    wb_source source;
    if (!complete_roots() ||
        !wb_source_expand(&source, r->names[stage], read_watched, r, r->defines))
        return 0;
    write_expanded(&source);
    GLuint shader = compile(r->stages[stage], &source); // as written, for its messages
    if (shader != 0 && is_plain(r)) shader = compile_plain(shader, &source);
    for (int i = 0; i < source.file_count; i++)
        made.logs = made.logs || strcmp(source.files[i], LOG) == 0;
    if (r->stages[stage] == GL_COMPUTE_SHADER)
        r->asks_length = strstr(source.text, ".length()") != NULL;
    r->built[stage] = keep_source(&source);
    return shader;
}

static bool link_program(GLuint program, const char *label)
{
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) return true;
    if (wb_errors_lost()) return false;
    char *log = info_log(program, glGetProgramiv, glGetProgramInfoLog);
    wb_error("the program %s does not link:\n%s", label, log);
    free(log);
    return false;
}

// A new program with its shaders still attached; 0, with a message, if it is no good.
static GLuint build(recipe *r)
{
    GLuint program = glCreateProgram();
    bool good = true;
    r->edited = false;
    for (int i = 0; good && i < r->stage_count; i++) {
        GLuint shader = load_shader(r, i);
        good = shader != 0;
        if (good) glAttachShader(program, shader);
        glDeleteShader(shader); // which happens once it is detached
    }
    if (good && link_program(program, label_of(r))) return program;
    glDeleteProgram(program);
    return 0;
}

// Detaches all shaders from `program`, and attaches them to `heir` unless it is 0.
static void detach_shaders(GLuint program, GLuint heir)
{
    GLuint shaders[MAX_STAGES];
    GLsizei count = 0;
    glGetAttachedShaders(program, MAX_STAGES, &count, shaders);
    for (GLsizei i = 0; i < count; i++) {
        if (heir != 0) glAttachShader(heir, shaders[i]);
        glDetachShader(program, shaders[i]);
    }
}

// What was built last runs now.
static void note_built(recipe *r)
{
    if (!r->unread) memcpy(r->before, r->now, sizeof r->now);
    memcpy(r->now, r->built, sizeof r->now);
    r->unread = r->edited && r->stages[0] == GL_COMPUTE_SHADER;
}

static GLuint make_program(int stage_count, const GLenum *stages, const char *const *names,
                           const wb_define *defines)
{
    recipe r = {.stage_count = stage_count};
    copy_defines(&r, defines);
    for (int i = 0; i < stage_count; i++) {
        r.stages[i] = stages[i];
        r.names[i] = wb_or_end(strdup(names[i]));
    }
    forget_dead(); // before their names are given to new programs
    r.program = build(&r);
    if (r.program == 0) {
        free_recipe(&r);
        return 0;
    }
    note_built(&r);
    made.recipes = wb_grow(made.recipes, &made.capacity, made.count + 1, sizeof *made.recipes);
    made.recipes[made.count++] = r;
    detach_shaders(r.program, 0);
    glObjectLabel(GL_PROGRAM, r.program, -1, label_of(&r));
    return r.program;
}

GLuint wb_program_compute(const char *file, const wb_define *defines)
{
    return make_program(1, (const GLenum[]){GL_COMPUTE_SHADER}, (const char *const[]){file},
                        defines);
}

GLuint wb_program_draw(const char *vertex, const char *fragment, const wb_define *defines)
{
    return make_program(2, (const GLenum[]){GL_VERTEX_SHADER, GL_FRAGMENT_SHADER},
                        (const char *const[]){vertex, fragment}, defines);
}

/* ---- Hot reload ---- */

void wb_program_list_files(FILE *list)
{
    made.list = list;
}

bool wb_program_files_changed(void)
{
    bool changed = wb_watch_look(&made.watch);
    for (int i = 0; changed && i < made.count; i++) {
        recipe *r = &made.recipes[i];
        for (int k = 0; k < r->file_count; k++)
            r->stale = r->stale || made.watch.files[r->files[k]].changed;
    }
    return changed;
}

// Gives the old GL object the new program's shaders.
static bool replace(recipe *r)
{
    detach_shaders(r->fresh, r->program);
    bool good = link_program(r->program, label_of(r)); // it did link in `fresh`
    detach_shaders(r->program, 0);
    r->stale = false;
    r->reload = made.reloads;
    note_built(r);
    if (good) wb_note("reloaded %s", label_of(r));
    return good;
}

int wb_program_reload(void)
{
    bool good = true;
    int count = 0;
    forget_dead();
    made.reloads++;
    for (int i = 0; good && i < made.count; i++) {
        recipe *r = &made.recipes[i];
        if (r->stale) r->fresh = build(r);
        good = !r->stale || r->fresh != 0;
    }
    for (int i = 0; i < made.count; i++) {
        recipe *r = &made.recipes[i];
        if (good && r->fresh != 0 && replace(r)) count++;
        glDeleteProgram(r->fresh);
        r->fresh = 0;
    }
    if (!good) wb_note("what ran before keeps running");
    return count;
}

/* ---- What is not known yet ---- */

static recipe *find_recipe(GLuint program)
{
    for (int i = 0; i < made.count; i++)
        if (made.recipes[i].program == program) return &made.recipes[i];
    return NULL;
}

bool wb_program_is_unread(GLuint program)
{
    const recipe *r = find_recipe(program);
    return r != NULL && r->unread;
}

const char *wb_program_text(GLuint program)
{
    const recipe *r = find_recipe(program);
    return r != NULL && r->now[0] != NULL ? r->now[0]->text : NULL;
}

bool wb_program_any_unread(void)
{
    for (int i = 0; i < made.count; i++)
        if (made.recipes[i].unread) return true;
    return false;
}

void wb_program_approve(GLuint program)
{
    recipe *r = find_recipe(program);
    if (r != NULL) r->unread = false;
}

// It compiled and linked once; its shaders are no longer there.
static void take_back(recipe *r)
{
    for (int i = 0; i < r->stage_count; i++) {
        GLuint shader = compile(r->stages[i], r->before[i]);
        if (shader != 0) glAttachShader(r->program, shader);
        glDeleteShader(shader);
    }
    link_program(r->program, label_of(r));
    detach_shaders(r->program, 0);
    memcpy(r->now, r->before, sizeof r->now);
    r->unread = false;
    r->reload = 0;
}

bool wb_program_take_back(GLuint program)
{
    const recipe *asked = find_recipe(program);
    bool can_be = asked != NULL && asked->reload > 0 && asked->before[0] != NULL;
    int reload = can_be ? asked->reload : -1; // files that go together must not part
    for (int i = 0; i < made.count; i++)
        if (made.recipes[i].reload == reload) take_back(&made.recipes[i]);
    if (can_be) wb_note("what ran before keeps running");
    return can_be;
}

void wb_program_quit(void)
{
    for (int i = 0; i < made.count; i++) free_recipe(&made.recipes[i]);
    free(made.recipes);
    made.recipes = NULL;
    made.count = made.capacity = 0;
    wb_watch_free(&made.watch);
    forget_sources();
    made.logs = made.silent = false;
    made.plain = NULL;
    remove_roots_from(0);
    free(roots.paths);
    memset(&roots, 0, sizeof roots);
}
