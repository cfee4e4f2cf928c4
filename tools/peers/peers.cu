// What NVIDIA's own libraries reach on the GPU at hand: the peers that the lessons' texts quote.
// tools/peers.py builds and runs this; by hand:
//
//   nvcc -O3 -arch=native tools/peers/peers.cu -lcublas -lcufft -lnppif -lnppc -o peers && ./peers scan_24
//
// CUB: sum, exclusive scan, histogram, radix sort of pairs. cuBLAS: matrix product in float32, TF32
// off. cuFFT: 16,384 lines of complex numbers, in place. NPP: the Gaussian of 5 x 5 pixels, of floats.
// Every result is used, none is checked: these libraries are.
//
// Each is timed as --bench times the lessons (common/bench/measure.h): in batches of at least 2 ms,
// call behind call, after a warm-up of at least 0.1 s; the median of the batches. `ms_alone` is the
// median of single calls, each between two events of its own: it holds what a start costs, some
// 0.007 ms, and is no peer for times that were taken in batches.
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

static void require(bool good, const char *what)
{
    if (good) return;
    std::fprintf(stderr, "peers: %s failed: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    std::exit(1);
}

using call = std::function<void()>;

struct timing {
    float ms, ms_alone;
};

static float run_ms(const call &work, int repetitions)
{
    static cudaEvent_t begin, end;
    if (begin == nullptr) {
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
    }
    float time;
    cudaEventRecord(begin);
    for (int i = 0; i < repetitions; i++) work();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&time, begin, end);
    return time / (float)repetitions;
}

static float median_ms(const call &work, int repetitions, size_t samples)
{
    std::vector<float> times(samples);
    for (float &time : times) time = run_ms(work, repetitions);
    std::nth_element(times.begin(), times.begin() + samples / 2, times.end());
    return times[samples / 2];
}

static timing time_of(const call &work)
{
    const float batch_ms = 2.0f, warm_up_ms = 100.0f;
    int repetitions = 2;
    for (float spent = 0.0f; spent < warm_up_ms;) {
        float once = run_ms(work, repetitions);
        spent += once * (float)repetitions;
        if (once * (float)repetitions < batch_ms) repetitions *= 2;
    }
    timing result = {median_ms(work, repetitions, 31), median_ms(work, 1, 31)};
    require(cudaGetLastError() == cudaSuccess, "a run");
    return result;
}

template <class T> static T *allocate(size_t count)
{
    T *pointer;
    require(cudaMalloc(&pointer, count * sizeof(T)) == cudaSuccess, "cudaMalloc");
    return pointer;
}

static uint32_t *random_words(size_t count)
{
    std::mt19937 random(1);
    std::vector<uint32_t> host(count);
    for (uint32_t &word : host) word = random();
    uint32_t *words = allocate<uint32_t>(count);
    cudaMemcpy(words, host.data(), count * sizeof(uint32_t), cudaMemcpyHostToDevice);
    return words;
}

// CUB asks to be called twice: first for the size of its temporary memory, then for the work.
static timing time_cub_call(const std::function<cudaError_t(void *, size_t &)> &call)
{
    size_t bytes = 0;
    require(call(nullptr, bytes) == cudaSuccess, "CUB");
    void *temporary = allocate<char>(bytes + 1);
    timing time = time_of([&] { call(temporary, bytes); });
    cudaFree(temporary);
    return time;
}

static std::vector<std::string> wanted; // the names on the command line; none: all

static bool wants(const char *kind, int size)
{
    std::string name = std::string(kind) + "_" + std::to_string(size);
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

static void print(const char *kind, int size, timing time)
{
    static bool first = true;
    std::printf("%s\n    \"%s_%d\": {\"ms\": %.6f, \"ms_alone\": %.6f}", first ? "" : ",", kind, size,
                time.ms, time.ms_alone);
    std::fflush(stdout);
    first = false;
}

/* ---- The peers: each takes an exponent of 2, or a size ---- */

static void time_copy(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *in = random_words(n), *out = allocate<uint32_t>(n);
    print("copy", exponent, time_of([&] { cudaMemcpyAsync(out, in, 4 * n, cudaMemcpyDeviceToDevice); }));
    cudaFree(in);
    cudaFree(out);
}

static void time_sum(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *in = random_words(n), *out = allocate<uint32_t>(1);
    print("sum", exponent, time_cub_call([&](void *t, size_t &b) {
              return cub::DeviceReduce::Sum(t, b, in, out, n);
          }));
    cudaFree(in);
    cudaFree(out);
}

static void time_scan(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *in = random_words(n), *out = allocate<uint32_t>(n);
    print("scan", exponent, time_cub_call([&](void *t, size_t &b) {
              return cub::DeviceScan::ExclusiveSum(t, b, in, out, n);
          }));
    cudaFree(in);
    cudaFree(out);
}

static void time_sort_pairs(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *in = random_words(n), *values = random_words(n);
    uint32_t *out = allocate<uint32_t>(n), *out_values = allocate<uint32_t>(n);
    print("sort_pairs", exponent, time_cub_call([&](void *t, size_t &b) {
              return cub::DeviceRadixSort::SortPairs(t, b, in, out, values, out_values, n);
          }));
    cudaFree(in);
    cudaFree(values);
    cudaFree(out);
    cudaFree(out_values);
}

// 256 bins.
static void time_histogram_bytes(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *words = random_words(n / 4);
    auto *bytes = reinterpret_cast<uint8_t *>(words);
    int *bins = allocate<int>(256);
    print("histogram_bytes", exponent, time_cub_call([&](void *t, size_t &b) {
              return cub::DeviceHistogram::HistogramEven(t, b, bytes, bins, 257, 0, 256, (int)n);
          }));
    cudaFree(words);
    cudaFree(bins);
}

static void time_matmul(int n)
{
    size_t count = (size_t)n * n;
    std::mt19937 random(1);
    std::vector<float> host(count);
    for (float &x : host) x = (float)random() / 4294967296.0f - 0.5f;
    float *a = allocate<float>(count), *b = allocate<float>(count), *c = allocate<float>(count);
    cudaMemcpy(a, host.data(), 4 * count, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host.data(), 4 * count, cudaMemcpyHostToDevice);
    cublasHandle_t cublas;
    require(cublasCreate(&cublas) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
    cublasSetMathMode(cublas, CUBLAS_PEDANTIC_MATH); // float32 throughout: no TF32
    const float one = 1.0f, zero = 0.0f;
    print("matmul", n, time_of([&] {
              cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
          }));
    cublasDestroy(cublas);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

// 16,384 lines. Zeros take as long as anything else.
static void time_fft(int length)
{
    const int lines = 16384;
    size_t count = (size_t)lines * length;
    cufftComplex *numbers = allocate<cufftComplex>(count);
    cudaMemset(numbers, 0, count * sizeof(cufftComplex));
    cufftHandle plan;
    require(cufftPlan1d(&plan, length, CUFFT_C2C, lines) == CUFFT_SUCCESS, "cufftPlan1d");
    print("fft", length, time_of([&] { cufftExecC2C(plan, numbers, numbers, CUFFT_FORWARD); }));
    cufftDestroy(plan);
    cudaFree(numbers);
}

static NppStreamContext npp_context()
{
    cudaDeviceProp gpu;
    NppStreamContext context = {};
    require(cudaGetDeviceProperties(&gpu, 0) == cudaSuccess, "finding a GPU");
    context.nMultiProcessorCount = gpu.multiProcessorCount;
    context.nMaxThreadsPerMultiProcessor = gpu.maxThreadsPerMultiProcessor;
    context.nMaxThreadsPerBlock = gpu.maxThreadsPerBlock;
    context.nSharedMemPerBlock = gpu.sharedMemPerBlock;
    context.nCudaDevAttrComputeCapabilityMajor = gpu.major;
    context.nCudaDevAttrComputeCapabilityMinor = gpu.minor;
    return context;
}

// A square picture; beyond its edge comes the edge again. Zeros take as long as anything else.
static void time_gauss(int side)
{
    size_t count = (size_t)side * side;
    float *in = allocate<float>(count), *out = allocate<float>(count);
    NppStreamContext context = npp_context();
    NppiSize size = {side, side};
    cudaMemset(in, 0, count * sizeof(float));
    auto filter = [&] {
        return nppiFilterGaussBorder_32f_C1R_Ctx(in, 4 * side, size, NppiPoint{0, 0}, out, 4 * side, size,
                                                 NPP_MASK_SIZE_5_X_5, NPP_BORDER_REPLICATE, context);
    };
    require(filter() == NPP_SUCCESS, "NPP");
    print("gauss", side, time_of([&] { filter(); }));
    cudaFree(in);
    cudaFree(out);
}

static const struct {
    const char *kind;
    void (*time)(int size);
    std::vector<int> sizes;
} peers[] = {
    {"copy", time_copy, {24, 26, 27}},
    {"sum", time_sum, {20, 24, 26, 27}},
    {"scan", time_scan, {20, 24, 26, 27}},
    {"sort_pairs", time_sort_pairs, {16, 18, 20, 22, 24, 26}},
    {"histogram_bytes", time_histogram_bytes, {27}},
    {"matmul", time_matmul, {1024, 2048, 4096}},
    {"fft", time_fft, {128, 1024}},
    {"gauss", time_gauss, {1024, 4096}},
};

int main(int argc, char **argv)
{
    wanted.assign(argv + 1, argv + argc);
    cudaDeviceProp gpu;
    require(cudaGetDeviceProperties(&gpu, 0) == cudaSuccess, "finding a GPU");
    std::printf("{\n  \"gpu\": \"%s\",\n  \"peers\": {", gpu.name);
    for (const auto &peer : peers)
        for (int size : peer.sizes)
            if (wants(peer.kind, size)) peer.time(size);
    std::printf("\n  }\n}\n");
}
