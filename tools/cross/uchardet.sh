# source: 0.0.7-1 uchardet_0.0.7-1.dsc 8e7d4a4104650d9c99a76fcb95ed3f7facac9ef390c36b854a41d62f4fa9967d
compile libuchardet.a -fno-exceptions -fno-rtti '-DVERSION="0.0.7"' -- src/*.cpp src/LangModels/*.cpp
mkdir -p "$out/include/uchardet"
cp src/uchardet.h "$out/include/uchardet"
