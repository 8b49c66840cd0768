export function DossierList() {
  return null;
}
