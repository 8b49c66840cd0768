/** What a form must know of a schema to be drawn: see `build/fields-of-schemas.ts`. */
declare module "*?fields" {
  export const fields: import("#web/lib/rules.ts").FieldRules;
}

interface ImportMetaEnv {
  readonly VITE_VERSION: string;
}
