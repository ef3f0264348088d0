/* Files that are compiled in, byte for byte.
 *
 *     EMBED(kibitzer_net, "data/kibitzer.net");
 *
 * declares kibitzer_net_begin and kibitzer_net_end, the latter one past the last byte. The path is seen from the folder
 * that `make` runs in; a NUL stands behind the data, which begins at a multiple of 64. Make the object depend on the
 * file (mk/engine.mk). */
#ifndef KIBITZER_EMBED_H
#define KIBITZER_EMBED_H

#ifdef __wasm__ /* one section a symbol, no stack of sections */
#define EMBED(name, path)                                                                                              \
    __asm__(".section .rodata." #name ",\"\",@\n"                                                                      \
            ".p2align 6\n"                                                                                             \
            ".hidden " #name "_begin\n"                                                                                \
            ".globl " #name "_begin\n"                                                                                 \
            ".type " #name "_begin,@object\n" #name "_begin:\n"                                                        \
            ".incbin \"" path "\"\n"                                                                                   \
            ".size " #name "_begin,.-" #name "_begin\n"                                                                \
            ".hidden " #name "_end\n"                                                                                  \
            ".globl " #name "_end\n"                                                                                   \
            ".type " #name "_end,@object\n" #name "_end:\n"                                                            \
            ".int8 0\n"                                                                                                \
            ".size " #name "_end,1\n"                                                                                  \
            ".section .text,\"\",@\n");                                                                                \
    extern const unsigned char name##_begin[], name##_end[]
#elif defined _WIN32 /* nothing is hidden, and the section has another name */
#define EMBED(name, path)                                                                                              \
    __asm__(".section .rdata,\"dr\"\n"                                                                                 \
            ".balign 64\n"                                                                                             \
            ".globl " #name "_begin\n" #name "_begin:\n"                                                               \
            ".incbin \"" path "\"\n"                                                                                   \
            ".globl " #name "_end\n" #name "_end:\n"                                                                   \
            ".byte 0\n"                                                                                                \
            ".text\n");                                                                                                \
    extern const unsigned char name##_begin[], name##_end[]
#else
#define EMBED(name, path)                                                                                              \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".balign 64\n"                                                                                             \
            ".hidden " #name "_begin\n"                                                                                \
            ".globl " #name "_begin\n" #name "_begin:\n"                                                               \
            ".incbin \"" path "\"\n"                                                                                   \
            ".hidden " #name "_end\n"                                                                                  \
            ".globl " #name "_end\n" #name "_end:\n"                                                                   \
            ".byte 0\n"                                                                                                \
            ".popsection\n");                                                                                          \
    extern const unsigned char name##_begin[], name##_end[]
#endif

#endif
