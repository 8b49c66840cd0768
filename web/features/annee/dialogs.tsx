export { IndicesDialog } from "./indices-dialog.tsx";
export { ReasonDialog } from "./reason-dialog.tsx";
