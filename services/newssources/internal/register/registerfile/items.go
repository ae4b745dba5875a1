package registerfile

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// items returns the items of the record, and those that are refused before they are planned.
func (r *record) items() (wanted, refused []change.Item) {
	if r.remaining != uuid.Nil && r.isUnchanged() { // as in an export
		return nil, nil
	}
	if r.existing == nil {
		wanted = r.create(r.newID)
	} else {
		wanted = r.update(r.existing)
	}
	reason := r.check()
	if reason == "" {
		return wanted, nil
	}
	if r.existing != nil {
		wanted = wanted[:1]
	}
	for n := range wanted {
		wanted[n].Result, wanted[n].Reason = change.Refused, reason
		reason = "Its source cannot be created."
	}
	return nil, wanted
}

// isUnchanged reports whether the record sets the lifecycle and changes nothing of the existing source.
func (r *record) isUnchanged() bool {
	items, after := r.update(r.existing), r.existing.Details
	if len(items) > 1 || !sets(r.changes, "lifecycle") || audit.ApplyKnown(&after, items[0].Changes) != nil {
		return false
	}
	_ = after.Validate() // sets the stored form
	changes, err := audit.Diff(r.existing.Details, after)
	return err == nil && len(changes) == 0
}

// create returns the items that create the source with an id, and its endpoints.
func (r *record) create(id uuid.UUID) []change.Item {
	changes := r.changes
	if !sets(r.changes, "lifecycle") {
		changes = append(slices.Clone(changes), setTo("lifecycle", source.Active))
	}
	changes = r.withAliases(changes, &source.Source{})
	if outlet, ok := r.ownOutlet(); ok {
		changes = append(slices.Clone(changes), setTo("outlet", outlet))
	}
	items := []change.Item{{Action: change.Create, TargetType: audit.TargetSource, TargetID: id, TargetName: r.name,
		SourceID: id, Changes: changes}}
	for _, e := range r.endpoints {
		items = append(items, change.NewEndpoint(id, e.name, e.changes))
	}
	return items
}

// update returns the items that set the fields of a source and its endpoints. Endpoints that are not
// in the list of the file are retired, and retired ones in it become active again.
func (r *record) update(s *source.Source) []change.Item {
	items := []change.Item{{Action: change.Update, TargetType: audit.TargetSource, TargetID: s.ID, TargetName: s.Name,
		SourceID: s.ID, BaseVersion: s.Version, Changes: r.withAliases(r.changes, s), Reason: r.reason}}
	if !r.hasEndpoints {
		return items
	}
	kept := map[uuid.UUID]bool{}
	for _, e := range r.endpoints {
		isFree := func(other source.Endpoint) bool { return other.Key() == e.key && !kept[other.ID] }
		n := slices.IndexFunc(s.Endpoints, func(other source.Endpoint) bool {
			return isFree(other) && e.isRetired == (other.Intent == source.EndpointRetired)
		})
		if n < 0 {
			n = slices.IndexFunc(s.Endpoints, isFree)
		}
		if n < 0 {
			items = append(items, change.NewEndpoint(s.ID, e.name, e.changes))
			continue
		}
		kept[s.Endpoints[n].ID] = true
		if s.Endpoints[n].Intent == source.EndpointRetired && s.Lifecycle != source.Archived && !sets(e.changes, "intent") {
			e.changes = append(slices.Clone(e.changes), setTo("intent", source.EndpointActive))
		}
		// Endpoints of an archived source cannot be changed.
		if s.Lifecycle != source.Archived || e.changesEndpoint(&s.Endpoints[n]) {
			items = append(items, updateEndpoint(&s.Endpoints[n], e.changes))
		}
	}
	for n := range s.Endpoints {
		if e := &s.Endpoints[n]; !kept[e.ID] && e.Intent != source.EndpointRetired {
			items = append(items, updateEndpoint(e, []audit.Change{setTo("intent", source.EndpointRetired)}))
		}
	}
	return items
}

// changesEndpoint reports whether the fields of the file differ from those of an endpoint.
func (e endpoint) changesEndpoint(before *source.Endpoint) bool {
	after := before.EndpointDetails
	if err := audit.ApplyKnown(&after, e.changes); err != nil {
		return true // Plan refuses it with the reason
	}
	_ = after.Validate() // sets the stored form
	changes, err := audit.Diff(before.EndpointDetails, after)
	return err != nil || len(changes) > 0
}

// withAliases adds the change of the aliases of a source to changes, if the file sets them. Otherwise, a source that
// moves keeps its former outlet as an alias, so that lists with its former addresses find it.
func (r *record) withAliases(changes []audit.Change, s *source.Source) []audit.Change {
	details := source.Details{Aliases: s.Aliases}
	switch {
	case r.hasAliases:
		details.SetAliases(r.aliases)
	case r.moved != nil && s.Outlet == r.Outlet && s.Lifecycle != source.Archived:
		former := r.Outlet.Alias(source.AliasOfPerson)
		former.To = time.Now().UTC().Format(time.DateOnly)
		if home, err := weburl.Parse("https://" + former.Value); err != nil || weburl.HasManyOutlets(home) {
			return changes
		} else if domain, _ := weburl.Outlet(home); domain != r.Outlet.Domain { // aliases have no subdomains
			return changes
		}
		details.Aliases = source.AddAliases(s.Aliases, s.Name, *r.moved, former)
	default:
		return changes
	}
	after, _ := json.Marshal(details.Aliases) // texts and days
	return append(slices.Clone(changes), audit.Change{Field: aliasesField, After: after})
}

// check returns why the record cannot create or change its source, or "".
func (r *record) check() string {
	before := source.Details{Lifecycle: source.Active}
	if s := r.existing; s != nil {
		if before = s.Details; r.remaining != uuid.Nil {
			return problem.DetailOf(source.MergedError(r.remaining))
		}
		if s.Lifecycle == source.Archived && !sets(r.changes, "lifecycle") {
			return "This source is archived. Unarchive it, or set its lifecycle in the file."
		}
	}
	after := before
	if err := audit.ApplyKnown(&after, r.changes); err != nil {
		return "" // Plan refuses the record with the reason
	}
	err := after.CheckRightsNote(before)
	if r.existing == nil && after.Lifecycle != source.Archived { // an archived source may have been paused before
		err = after.CheckPause(before)
	}
	if err != nil {
		return problem.DetailOf(err)
	}
	return ""
}

func updateEndpoint(e *source.Endpoint, changes []audit.Change) change.Item {
	return change.Item{Action: change.Update, TargetType: audit.TargetEndpoint, TargetID: e.ID, TargetName: e.URL,
		SourceID: e.SourceID, BaseVersion: e.Version, Changes: changes}
}

// setTo returns the change that sets a field to a text.
func setTo[T ~string](field string, value T) audit.Change {
	text, _ := json.Marshal(value)
	return audit.Change{Field: field, After: text}
}
