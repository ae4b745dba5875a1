import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/**
 * Calls onFiles with files dropped on the zone and returns whether files are dragged over the page.
 * A drop outside the zone is ignored; the browser's default would replace the page with the file.
 */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const drop = useEffectEvent((files: File[]) => onFiles(files));

  useEffect(() => {
    const inZone = (event: DragEvent) => zone.current?.contains(event.target as Node) ?? false;
    function over(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = inZone(event) ? 'copy' : 'none';
      setDragging(true);
    }
    function leave(event: DragEvent) {
      if (event.relatedTarget === null) setDragging(false); // left the window
    }
    function dropped(event: DragEvent) {
      setDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (inZone(event)) drop(files);
    }
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', dropped);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', dropped);
    };
  }, [zone]);

  return dragging;
}
