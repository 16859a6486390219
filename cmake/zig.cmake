# Another system by Zig's C++ compiler: ENLIGNE_TARGET is what Zig calls it, such as aarch64-macos,
# and ENLIGNE_ZIG the program. What is built for Windows runs under wine.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ENLIGNE_TARGET ENLIGNE_ZIG)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${ENLIGNE_TARGET})
set(CMAKE_CXX_COMPILER ${ENLIGNE_ZIG} c++ -target ${ENLIGNE_TARGET})
set(ENLIGNE_X86_64 -mcpu=x86_64_v2)
if(ENLIGNE_TARGET MATCHES macos)
  set(CMAKE_SYSTEM_NAME Darwin)
elseif(ENLIGNE_TARGET MATCHES windows)
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
else()
  set(CMAKE_SYSTEM_NAME Linux)
endif()
