import { useEffect } from 'react';

const PRODUCT = 'News Sources';

/** "El Ejemplo · News Sources": the part that tells tabs apart comes first. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
