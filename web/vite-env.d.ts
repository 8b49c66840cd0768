/** The rules that draw a form: see `build/fields-of-schemas.ts`. */
declare module "*?fields" {
  export const fields: import("#web/lib/rules/rules.ts").FieldRules;
}

interface ImportMetaEnv {
  readonly VITE_VERSION: string;
}
