// What NVIDIA's own libraries reach on the GPU at hand: the peers that the lessons' texts quote.
//
//   nvcc -O3 -arch=native tools/peers/peers.cu -lcublas -lcufft -o peers && ./peers >peers.json
//
// CUB: sum, exclusive scan, histogram, radix sort of pairs. cuBLAS: matrix product in float32, TF32
// off. cuFFT: 16,384 lines of complex numbers, in place. Each is timed by CUDA events: five runs
// first, then the median of 31. Every result is used, none is checked: these libraries are.
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

static void require(bool good, const char *what)
{
    if (good) return;
    std::fprintf(stderr, "peers: %s failed: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    std::exit(1);
}

static float median_ms(const std::function<void()> &work)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < 5; i++) work();
    std::vector<float> times(31);
    for (float &time : times) {
        cudaEventRecord(begin);
        work();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&time, begin, end);
    }
    require(cudaGetLastError() == cudaSuccess, "a run");
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    return times[15];
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
static float cub_ms(const std::function<cudaError_t(void *, size_t &)> &call)
{
    size_t bytes = 0;
    require(call(nullptr, bytes) == cudaSuccess, "CUB");
    void *temporary = allocate<char>(bytes + 1);
    float time = median_ms([&] { call(temporary, bytes); });
    cudaFree(temporary);
    return time;
}

static void print(const char *name, int exponent, float ms, double rate, const char *unit)
{
    static bool first = true;
    std::printf("%s\n    \"%s_%d\": {\"ms\": %.6f, \"%s\": %.6g}", first ? "" : ",", name, exponent, ms,
                unit, rate);
    first = false;
}

static void time_cub(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *in = random_words(n), *values = random_words(n);
    uint32_t *out = allocate<uint32_t>(n), *out_values = allocate<uint32_t>(n);
    float copy = median_ms([&] { cudaMemcpyAsync(out, in, 4 * n, cudaMemcpyDeviceToDevice); });
    print("copy", exponent, copy, 8e-6 * n / copy, "gb_per_s");
    float sum = cub_ms([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, in, out, n); });
    print("sum", exponent, sum, 4e-6 * n / sum, "gb_per_s");
    float scan =
        cub_ms([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveSum(t, b, in, out, n); });
    print("scan", exponent, scan, 8e-6 * n / scan, "gb_per_s");
    float pairs = cub_ms([&](void *t, size_t &b) {
        return cub::DeviceRadixSort::SortPairs(t, b, in, out, values, out_values, n);
    });
    print("sort_pairs", exponent, pairs, 1e-6 * n / pairs, "gkeys_per_s");
    cudaFree(in);
    cudaFree(values);
    cudaFree(out);
    cudaFree(out_values);
}

// 256 bins, of bytes and of words below 256.
static void time_histogram(int exponent)
{
    size_t n = size_t(1) << exponent;
    uint32_t *words = random_words(n);
    int *bins = allocate<int>(256);
    auto *bytes = reinterpret_cast<uint8_t *>(words);
    float of_bytes = cub_ms([&](void *t, size_t &b) {
        return cub::DeviceHistogram::HistogramEven(t, b, bytes, bins, 257, 0, 256, (int)n);
    });
    print("histogram_bytes", exponent, of_bytes, 1e-6 * n / of_bytes, "gsamples_per_s");
    std::vector<uint32_t> host(n);
    cudaMemcpy(host.data(), words, 4 * n, cudaMemcpyDeviceToHost);
    for (uint32_t &word : host) word &= 255;
    cudaMemcpy(words, host.data(), 4 * n, cudaMemcpyHostToDevice);
    float of_words = cub_ms([&](void *t, size_t &b) {
        return cub::DeviceHistogram::HistogramEven(t, b, words, bins, 257, 0u, 256u, (int)n);
    });
    print("histogram_words", exponent, of_words, 1e-6 * n / of_words, "gsamples_per_s");
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
    float time = median_ms([&] {
        cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
    });
    print("matmul", n, time, 2e-9 * n * n * n / time, "tflops");
    cublasDestroy(cublas);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

// 16,384 lines, 100 times in a row, as --bench does it: starting once takes as long as the transform.
// Zeros take as long as anything else.
static void time_fft(int length)
{
    const int lines = 16384;
    size_t count = (size_t)lines * length;
    cufftComplex *numbers = allocate<cufftComplex>(count);
    cudaMemset(numbers, 0, count * sizeof(cufftComplex));
    cufftHandle plan;
    require(cufftPlan1d(&plan, length, CUFFT_C2C, lines) == CUFFT_SUCCESS, "cufftPlan1d");
    const int times = 100;
    float time = median_ms([&] {
        for (int i = 0; i < times; i++) cufftExecC2C(plan, numbers, numbers, CUFFT_FORWARD);
    });
    time /= times;
    print("fft", length, time, 16e-6 * count / time, "gb_per_s");
    cufftDestroy(plan);
    cudaFree(numbers);
}

int main()
{
    cudaDeviceProp gpu;
    require(cudaGetDeviceProperties(&gpu, 0) == cudaSuccess, "finding a GPU");
    std::printf("{\n  \"gpu\": \"%s\",\n  \"peers\": {", gpu.name);
    for (int exponent = 16; exponent <= 27; exponent++) time_cub(exponent);
    time_histogram(27);
    for (int n = 1024; n <= 4096; n *= 2) time_matmul(n);
    for (int length = 128; length <= 1024; length *= 8) time_fft(length);
    std::printf("\n  }\n}\n");
}
