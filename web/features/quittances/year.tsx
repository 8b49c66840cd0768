export function QuittanceYear() {
  return null;
}
