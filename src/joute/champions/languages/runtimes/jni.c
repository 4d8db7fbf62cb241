/* What Java cannot do itself: open the library of a game, and call it with the address of its exchange. */

#include <dlfcn.h>
#include <jni.h>
#include <stdint.h>

static int32_t (*answer)(void *exchange, int32_t function);
static int32_t (*renew)(void *exchange);

JNIEXPORT jboolean JNICALL Java_Api__00024load(JNIEnv *env, jclass api, jstring path)
{
    const char *name = (*env)->GetStringUTFChars(env, path, 0);
    void *library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : 0;

    if (name)
        (*env)->ReleaseStringUTFChars(env, path, name);
    if (library) {
        answer = (int32_t (*)(void *, int32_t))dlsym(library, "joute_call");
        renew = (int32_t (*)(void *))dlsym(library, "joute_renew");
    }
    return answer && renew;
}

JNIEXPORT jlong JNICALL Java_Api__00024address(JNIEnv *env, jclass api, jobject buffer)
{
    return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

JNIEXPORT jint JNICALL Java_Api__00024answer(JNIEnv *env, jclass api, jlong exchange, jint function)
{
    return answer((void *)(intptr_t)exchange, function);
}

JNIEXPORT void JNICALL Java_Api__00024renew(JNIEnv *env, jclass api, jlong exchange)
{
    renew((void *)(intptr_t)exchange);
}
