# source: 0.0.7-1 uchardet_0.0.7-1.dsc 8e7d4a4104650d9c99a76fcb95ed3f7facac9ef390c36b854a41d62f4fa9967d
case $triple in
*-linux-*) # no libstdc++ that goes with it, or is wanted; this is all that is asked for
    cat >src/runtime.cpp <<'END'
#include <stdlib.h>
extern "C" void __cxa_pure_virtual() { abort(); }
void *operator new(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}
void operator delete(void *memory) noexcept { free(memory); }
void operator delete(void *memory, size_t) noexcept { free(memory); }
END
    ;;
esac
compile libuchardet.a -fno-exceptions -fno-rtti '-DVERSION="0.0.7"' -- src/*.cpp src/LangModels/*.cpp
mkdir -p "$out/include/uchardet"
cp src/uchardet.h "$out/include/uchardet"
