export { GiveDialog } from "./give-dialog.tsx";
export { PostponeDialog } from "./postpone-dialog.tsx";
