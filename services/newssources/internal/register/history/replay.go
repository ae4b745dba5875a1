package history

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// event is an event of the history of a source.
type event struct {
	ID         uuid.UUID
	At         time.Time
	Action     string
	TargetType audit.TargetType
	TargetID   uuid.UUID
	TargetName string
	Version    int
	Changes    []audit.Change
}

func (e event) isCreation() bool {
	return strings.HasSuffix(e.Action, ".created") || strings.HasSuffix(e.Action, ".restored")
}

// past is what the history says about a target at a version of the source.
type past struct {
	target  audit.TargetType
	name    string
	last    int                        // the last version in the history
	existed bool                       // at the version
	until   map[string]json.RawMessage // the values that the events until then have set
	since   map[string]json.RawMessage // the former values of the fields that were changed later
}

// replay returns the targets that restore the state after the first cut events.
// The value of a field at that time is the former value in the first later event that changes it, so
// that a history that begins late is sufficient. fields are the fields of the source that are set;
// empty: all.
func replay(events []event, cut int, id uuid.UUID, now present, fields []string) ([]Target, error) {
	targets := map[uuid.UUID]*past{}
	var order []uuid.UUID
	for n, e := range events {
		p := targets[e.TargetID]
		if p == nil {
			p = &past{target: e.TargetType, existed: n < cut || !e.isCreation(), until: map[string]json.RawMessage{},
				since: map[string]json.RawMessage{}}
			targets[e.TargetID], order = p, append(order, e.TargetID)
		}
		p.read(e, n < cut)
	}
	var list []Target
	for _, target := range order {
		p := targets[target]
		switch {
		case target == id:
			t := p.sourceTarget(id, now, fields)
			if err := t.keepMerged(now); err != nil {
				return nil, err
			}
			list = slices.Insert(list, 0, t)
		case p.target == audit.TargetEndpoint && (len(fields) == 0 || slices.Contains(fields, "endpoints")):
			if t, ok := p.endpointTarget(target, now); ok {
				list = append(list, t)
			}
		}
	}
	return list, nil
}

// read adds an event of the target. Those without a version, such as a changed use or an assignment, change no field
// that a restoration sets.
func (p *past) read(e event, isUntil bool) {
	if e.Version == 0 {
		return
	}
	p.name, p.last = e.TargetName, e.Version
	if isUntil {
		p.existed = !strings.HasSuffix(e.Action, ".deleted")
	}
	for _, c := range e.Changes {
		if isUntil {
			p.until[c.Field] = c.After
		} else if _, seen := p.since[c.Field]; !seen {
			p.since[c.Field] = c.Before
		}
	}
}

// notRestored are the fields that a restoration does not set: the history lacks their values, or only
// merges set them.
var notRestored = []string{"logo", "credentials", "endpoints", "source_id", "merged_into"}

// sourceTarget returns the source with the changes that restore it.
func (p *past) sourceTarget(id uuid.UUID, now present, fields []string) Target {
	if !now.exists {
		return Target{Type: audit.TargetSource, ID: id, Name: p.name, IsMissing: true, Version: p.last, Changes: p.all()}
	}
	t := Target{Type: audit.TargetSource, ID: id, Name: now.name, Version: now.version}
	for _, c := range changesTo(p.since) {
		isDraft := c.Field == "lifecycle" && string(c.After) == `"draft"` && now.lifecycle != source.Draft
		switch {
		case slices.Contains(notRestored, c.Field), len(fields) > 0 && !slices.Contains(fields, c.Field):
		case isDraft:
			t.Reason = "It stays " + string(now.lifecycle) + ", because a source that was active can't become a draft."
		default:
			t.Changes = append(t.Changes, c)
		}
	}
	return t
}

// keepMerged keeps the aliases and addresses of merged sources, so that these addresses cannot be added as new sources
// while the merge exists.
func (t *Target) keepMerged(now present) error {
	if len(now.merged) == 0 {
		return nil
	}
	isMerged := func(a source.Alias) bool {
		return a.Origin == source.AliasOfMerge || slices.ContainsFunc(now.merged, func(b source.Alias) bool {
			return a.Kind == b.Kind && a.Value == b.Value
		})
	}
	var restored source.Details
	if err := audit.Apply(&restored, t.Changes); err != nil {
		return err
	}
	for n := 0; n < len(t.Changes); n++ {
		switch c := &t.Changes[n]; {
		case c.Field == "homepage_url" && isMerged(now.outlet.Alias("")):
			t.Changes = slices.Delete(t.Changes, n, n+1)
			n--
			t.Reason = "The homepage was kept, because it belongs to a merged source. Edit the homepage, or undo the merge."
		case c.Field == "aliases":
			kept := slices.DeleteFunc(slices.Clone(now.aliases), func(a source.Alias) bool { return !isMerged(a) })
			after, err := json.Marshal(source.AddAliases(restored.Aliases, "", source.Outlet{}, kept...))
			if err != nil {
				return err
			}
			c.After = after
		}
	}
	return nil
}

// endpointTarget returns an endpoint with the changes that restore it, or false if there are none.
// An endpoint that was added later is retired.
func (p *past) endpointTarget(id uuid.UUID, now present) (Target, bool) {
	t := Target{Type: audit.TargetEndpoint, ID: id, Name: p.name, Version: now.endpoints[id]}
	switch {
	case t.Version == 0 && p.existed:
		t.IsMissing, t.Version, t.Changes = true, p.last, p.all()
	case t.Version > 0 && !p.existed:
		t.Changes = []audit.Change{{Field: "intent", After: json.RawMessage(`"retired"`)}}
	case t.Version > 0:
		t.Changes = slices.DeleteFunc(changesTo(p.since), func(c audit.Change) bool {
			return slices.Contains(notRestored, c.Field)
		})
	}
	return t, len(t.Changes) > 0
}

// all returns the changes that set all values at the version.
func (p *past) all() []audit.Change {
	values := maps.Clone(p.until)
	maps.Copy(values, p.since)
	return slices.DeleteFunc(changesTo(values), func(c audit.Change) bool { return c.After == nil || c.Field == "logo" })
}

// changesTo returns the changes that set values, in the order of the fields.
func changesTo(values map[string]json.RawMessage) []audit.Change {
	var changes []audit.Change
	for _, field := range slices.Sorted(maps.Keys(values)) {
		changes = append(changes, audit.Change{Field: field, After: values[field]})
	}
	return changes
}
