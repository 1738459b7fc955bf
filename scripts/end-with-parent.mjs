// Loaded with `--import` into processes that the project's scripts start. If their parent is killed hard, they end as
// if signaled, so that nothing is left behind. Plain JavaScript: Node loads it before anything else.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening doesn't keep the process running.
process.channel?.unref();
