# The product runs all day, so it must hold little memory: no process stays between npm and the product, its heaps are
# small, freed memory goes back to the system, and the code that Node compiled is kept for the next start.
set -e
node worker/local/setup.mjs
export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/node"
exec node_modules/node/bin/node --optimize-for-size --max-semi-space-size=1 --v8-pool-size=0 worker/local/start.ts
