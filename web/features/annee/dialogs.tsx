export { AnswerDialog } from "./answer-dialog.tsx";
export { AskDialog } from "./ask-dialog.tsx";
export { IndicesListDialog } from "./indices/list-dialog.tsx";
export { IndicesDialog } from "./indices/quarter-dialog.tsx";
export { LettersDialog } from "./letters-dialog.tsx";
export { ReasonDialog } from "./reason-dialog.tsx";
