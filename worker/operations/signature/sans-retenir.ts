import { motifDe } from "#worker/db/failures.ts";

/** Does the work of one paper; its failure is written to the log, and stops no other paper. */
export async function sansRetenir(faire: () => Promise<unknown>): Promise<void> {
  try {
    await faire();
  } catch (error) {
    console.error(JSON.stringify({ message: "Signature not kept up", error: motifDe(error) }));
  }
}
