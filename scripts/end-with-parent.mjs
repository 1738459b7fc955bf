// Loaded by `--import` into processes that the project's scripts start. Where the one that started it is killed hard, each
// ends as by a signal, so that nothing is left behind. Plain JavaScript: Node loads it before anything else.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening doesn't keep the process running.
process.channel?.unref();
