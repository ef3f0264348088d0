# source: 0.16-2 json-c_0.16-2.dsc e91baf0603ed23df4c54030df4cd5e8371a7436006e2b85efab7ee4f1d9718c1
[[ $triple = *-mingw32 ]] && system=Windows || system=Linux
cmake --no-warn-unused-cli -S . -B made -DCMAKE_SYSTEM_NAME=$system -DCMAKE_INSTALL_PREFIX="$out" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF -DBUILD_APPS=OFF -DBUILD_TESTING=OFF \
    -DDISABLE_WERROR=ON >cmake.said
make -s -C made -j "$jobs" install >/dev/null
