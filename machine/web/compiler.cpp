// glslang for pages: GLSL becomes the very bytes that machine/front.c gets from glslangValidator,
// by the steps of that program. Its C interface would not do: it compiles the text that its
// preprocessor leaves, in which columns and the kept source differ.
#include <SPIRV/GlslangToSpv.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>

#include <cstdint>
#include <cstring>
#include <emscripten.h>
#include <string>
#include <vector>

static std::vector<uint32_t> words;
static std::string messages;

static void compile(const char *text)
{
    const auto rules = (EShMessages)(EShMsgSpvRules | EShMsgDebugInfo);
    const bool subgroups = strstr(text, "GL_KHR_shader_subgroup") != nullptr;
    const char *name = "stdin";
    glslang::TShader shader(EShLangCompute);
    glslang::TProgram program;
    shader.setStringsWithLengthsAndNames(&text, nullptr, &name, 1);
    shader.setPreamble("");
    shader.setAutoMapBindings(true);
    shader.setAutoMapLocations(true);
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientOpenGL, 100);
    shader.setEnvClient(glslang::EShClientOpenGL, glslang::EShTargetOpenGL_450);
    shader.setEnvTarget(glslang::EShTargetSpv,
                        subgroups ? glslang::EShTargetSpv_1_3 : glslang::EShTargetSpv_1_0);
    bool good = shader.parse(GetDefaultResources(), 100, false, rules);
    program.addShader(&shader);
    good = program.link(rules) && good;
    good = program.mapIO() && good;
    messages = std::string(shader.getInfoLog()) + program.getInfoLog();
    if (!good) return;
    glslang::SpvOptions options;
    options.generateDebugInfo = true;
    glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &options);
}

/* The words of SPIR-V, whose count compiler_count() tells; 0 if the text does not compile, and
 * compiler_messages() says why. All of them live until the next call. */
extern "C" EMSCRIPTEN_KEEPALIVE const uint32_t *compiler_compile(const char *text)
{
    static const bool started = glslang::InitializeProcess();
    words.clear();
    if (started) compile(text);
    return words.empty() ? nullptr : words.data();
}

extern "C" EMSCRIPTEN_KEEPALIVE uint32_t compiler_count()
{
    return (uint32_t)words.size();
}

extern "C" EMSCRIPTEN_KEEPALIVE const char *compiler_messages()
{
    return messages.c_str();
}
