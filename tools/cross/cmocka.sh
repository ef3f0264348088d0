# source: 1.1.5-2.1 cmocka_1.1.5-2.1.dsc 9f94190b571e059dd6a359c7effd40b982c6c2796959ea201cf41e7cac0b6730
# For unit tests.
printf '#define HAVE_%s 1\n' SETJMP_H SIGNAL_H STDINT_H INTTYPES_H STDLIB_H STRING_H STRINGS_H TIME_H UNISTD_H SNPRINTF VSNPRINTF \
    STRUCT_TIMESPEC CLOCK_GETTIME >config.h
case $triple in *-mingw32) defined= ;; *) defined=-D_UINTPTR_T_DEFINED ;; esac # mingw's headers say so themselves
compile libcmocka.a -I. -Iinclude -DHAVE_CONFIG_H $defined -- src/cmocka.c
cp include/cmocka.h "$out/include"
