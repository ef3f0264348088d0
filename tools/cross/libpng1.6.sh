# source: 1.6.39-2+deb12u5 libpng1.6_1.6.39-2+deb12u5.dsc 7b86211030a34deb6b0a2cd7e1d9db0fe92443fd30cab537fb89b1e7f7c9f188
cp scripts/pnglibconf.h.prebuilt pnglibconf.h
compile libpng.a -DPNG_ARM_NEON_OPT=0 -- png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c pngrtran.c \
    pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
cp png.h pngconf.h pnglibconf.h "$out/include"
