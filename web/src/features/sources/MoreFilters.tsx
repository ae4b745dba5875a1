import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { assigneesQuery } from '@/api/work.queries';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { assigneeChoices, assigneeLabel } from '@/lib/assignee';
import { FACET_TEXTS, NUMBER_TEXTS } from './facets';
import { FacetFilter } from './FacetFilter';
import { NumberPill, Pill } from './NumberPill';
import {
  DUE_MINUTES,
  MORE_FACETS,
  NUMBER_FILTERS,
  SILENT_DAYS,
  type Facet,
  type SourcesSearch,
} from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

const NUMBERS = { silent_days: SILENT_DAYS, due_minutes: DUE_MINUTES };

/** The less common filters: the active ones, and a menu of the others. */
export function MoreFilters({ search, onChange }: { search: SourcesSearch; onChange: ChangeSearch }) {
  /** The filter with an open dropdown. It is shown while no value is selected, too. */
  const [open, setOpen] = useState<Facet | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const me = useMember();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { data: members } = useQuery({
    ...assigneesQuery(),
    enabled: me.can_write && (isMenuOpen || search.assignee !== ''),
  });
  const shown = MORE_FACETS.filter((facet) => facet === open || search[facet].length > 0);
  const others = MORE_FACETS.filter((facet) => !shown.includes(facet));

  function onToggle(facet: Facet, opened: boolean, active: boolean) {
    setOpen(opened ? facet : null);
    // A filter without a value disappears. The dropdown first returns the focus to the filter.
    if (!opened && !active) setTimeout(() => button.current?.focus());
  }

  return (
    <>
      {shown.map((facet) => (
        <FacetFilter
          key={facet}
          facet={facet}
          search={search}
          onChange={onChange}
          initiallyOpened={facet === open}
          onToggle={(opened, active) => onToggle(facet, opened, active)}
        />
      ))}
      {NUMBER_FILTERS.map(
        (name) =>
          search[name] && (
            <NumberPill
              key={name}
              name={name}
              value={search[name]}
              onRemove={() => {
                onChange({ [name]: '' });
                button.current?.focus(); // the button disappears
              }}
            />
          ),
      )}
      {search.assignee && (
        <Pill
          name="Assignee"
          label={assigneeLabel(search.assignee, members)}
          onRemove={() => {
            onChange({ assignee: '' });
            button.current?.focus(); // the button disappears
          }}
        />
      )}
      <Menu position="bottom-start" width={240} shadow="md" returnFocus={false} onChange={setMenuOpen}>
        <Menu.Target>
          <Button
            ref={button}
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<Icon name="chevron-down" size={14} />}
          >
            More filters
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((facet) => (
            <Menu.Item key={facet} onClick={() => setOpen(facet)}>
              {FACET_TEXTS[facet].name}
            </Menu.Item>
          ))}
          <Menu.Label>Assignee</Menu.Label>
          {assigneeChoices(me, members).map((value) => (
            <Menu.Item key={value} onClick={() => onChange({ assignee: value })}>
              {assigneeLabel(value, members)}
            </Menu.Item>
          ))}
          {NUMBER_FILTERS.map((name) => (
            <Fragment key={name}>
              <Menu.Label>{NUMBER_TEXTS[name].name}</Menu.Label>
              {NUMBERS[name].map((value) => (
                <Menu.Item key={value} onClick={() => onChange({ [name]: value })}>
                  {NUMBER_TEXTS[name].label(value)}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
