import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { SOURCE_FILTERS, type FilterEntry, type FilterName } from '@/entities/source/filters';
import { assigneeChoices, assigneeLabel } from '@/entities/work/assignee';
import { assigneesQuery } from '@/entities/work/work.queries';
import { ChoicePill } from './ChoicePill';
import { FacetFilter } from './FacetFilter';
import { ImportFilter } from './ImportFilter';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

const MORE = SOURCE_FILTERS.filter(({ isMain }) => !isMain);
const FACETS = MORE.filter(({ input }) => input === 'facet');
/** The filters whose values are listed in the menu. */
const LISTED = MORE.filter(({ input }) => input === 'member' || input === 'choice');

/** The less common filters: the active ones, and a menu of the others. */
export function MoreFilters({ search, onChange }: { search: SourcesSearch; onChange: ChangeSearch }) {
  /** The filter with an open dropdown. It is shown while no value is selected, too. */
  const [open, setOpen] = useState<FilterName | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { choicesOf, labelOf } = useChoices(isMenuOpen || search.assignee.length > 0);

  function onToggle(name: FilterName, opened: boolean, active: boolean) {
    setOpen(opened ? name : null);
    // A filter without a value disappears. The dropdown first returns the focus to the filter.
    if (!opened && !active) setTimeout(() => button.current?.focus());
  }

  function remove({ name }: FilterEntry) {
    onChange({ [name]: [] });
    button.current?.focus(); // the button disappears
  }

  function shown(filter: FilterEntry) {
    const { name, label, input } = filter;
    const [value] = search[name];
    if (input === 'facet') {
      return (
        (value !== undefined || name === open) && (
          <FacetFilter
            key={name}
            filter={filter}
            search={search}
            onChange={onChange}
            initiallyOpened={name === open}
            onToggle={(opened, active) => onToggle(name, opened, active)}
          />
        )
      );
    }
    if (value === undefined) return null;
    if (input === 'link') return <ImportFilter key={name} id={value} onRemove={() => remove(filter)} />;
    return <ChoicePill key={name} name={label} value={labelOf(filter, value)} onRemove={() => remove(filter)} />;
  }

  return (
    <>
      {MORE.map(shown)}
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
          {FACETS.filter(({ name }) => name !== open && search[name].length === 0).map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => setOpen(name)}>
              {label}
            </Menu.Item>
          ))}
          {LISTED.map((filter) => (
            <Fragment key={filter.name}>
              <Menu.Label>{filter.label}</Menu.Label>
              {choicesOf(filter).map((value) => (
                <Menu.Item key={value} onClick={() => onChange({ [filter.name]: [value] })}>
                  {labelOf(filter, value)}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Returns the values and labels of filters with one value. Those of members are read. */
function useChoices(needsMembers: boolean) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write && needsMembers });
  return {
    choicesOf: ({ input, values = [] }: FilterEntry) => (input === 'member' ? assigneeChoices(me, members) : values),
    labelOf: ({ input, valueLabel }: FilterEntry, value: string) =>
      input === 'member' ? assigneeLabel(value, members) : valueLabel(value),
  };
}
