export function QuittanceValidation() {
  return null;
}
