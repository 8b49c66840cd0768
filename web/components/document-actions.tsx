/** What every `…/generate` answers. */
export interface Generated {
  /** Path of the document. */
  generated: string;
  /** In sentences, what the document misses. */
  warnings: string[];
}
