/** Environment of a process that a test starts: programs, and the modules that earlier processes compiled. */
export const INHERITED = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
