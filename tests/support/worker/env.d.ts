declare namespace Cloudflare {
  interface Env extends WorkerEnv {}
}
type WorkerEnv = import("#worker/env.ts").Env;
