# source: 3.6.2-1+deb12u5 libarchive_3.6.2-1+deb12u5.dsc aa86e919d6899ed11cc78c812d25a99b0493cbcc0e89b303507bf66d7dbda216
# A zip's times have no zone, and WebAssembly no way to set one.
[ $triple != wasm32 ] || CPPFLAGS+=" -Dmktime=timegm"
# Not for a DLL: else whatever holds the library exports its names.
case $triple in *-mingw32) CPPFLAGS+=" -DLIBARCHIVE_STATIC" ;; esac
[ -e "$out/lib/liblzma.a" ] && lzma=with || lzma=without # .7z and .xz
[ -e "$out/lib/libbz2.a" ] && bz2=with || bz2=without
configure --disable-{bsdtar,bsdcat,bsdcpio,acl,xattr} \
    --without-{libb2,iconv,lz4,zstd,cng,openssl,nettle,mbedtls,xml2,expat} --$lzma-lzma --$bz2-bz2lib
build libarchive.la
cp .libs/libarchive.a "$out/lib"
ration libarchive.a
cp libarchive/archive{,_entry}.h "$out/include"
