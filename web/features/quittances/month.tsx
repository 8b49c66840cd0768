export function QuittanceMonth() {
  return null;
}
