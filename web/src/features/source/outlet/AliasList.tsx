import { Button } from '@mantine/core';
import type { Alias, Source } from '@/api/gen/types.gen';
import { formatAlias } from '@/components/form/field-labels';
import { notifyWithUndo, tryOrNotify } from '@/components/notify';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { ALIAS_KIND, ALIAS_ORIGIN } from '@/entities/source/labels';
import { useUpdateSource } from '@/entities/source/source.mutations';
import classes from './SourceOutlet.module.css';

/** The other names and addresses of a source, which can be removed. */
export function AliasList({ source, canEdit }: { source: Source; canEdit: boolean }) {
  const { id, aliases = [] } = source;
  const { mutateAsync: update, isPending } = useUpdateSource();
  // The focused button is removed with its row.
  const list = useRestoreFocus<HTMLUListElement>(String(aliases.length), 'button');

  const save = (version: number, list: Alias[]) => update({ id, version, patch: { aliases: list } });

  const remove = (alias: Alias) =>
    tryOrNotify(`“${alias.value}” was not removed`, async () => {
      const { version } = await save(
        source.version,
        aliases.filter((other) => other !== alias),
      );
      notifyWithUndo(
        `“${alias.value}” is removed.`,
        () => void tryOrNotify(`“${alias.value}” was not added again`, async () => void (await save(version, aliases))),
      );
    });
  if (aliases.length === 0) return null;
  return (
    <ul ref={list} className={`list divided ${classes.aliases}`} aria-label="Other names and addresses">
      {aliases.map((alias) => (
        <li key={`${alias.kind} ${alias.value}`} className={`spread ${classes.alias}`}>
          <span className="breakable">
            {formatAlias(alias)}{' '}
            <span className="hint">
              {ALIAS_KIND[alias.kind]}, {ALIAS_ORIGIN[alias.origin]}
            </span>
          </span>
          {canEdit && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={isPending}
              onClick={() => void remove(alias)}
              aria-label={`Remove ${alias.value}`}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
