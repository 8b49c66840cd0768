export function DossierRecord() {
  return null;
}
