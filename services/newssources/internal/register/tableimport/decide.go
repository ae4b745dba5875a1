package tableimport

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// decide sets the result of a row.
func (c *checker) decide(r *Row, p *part, i int) {
	row := &p.parsed[i]
	r.Result, r.Reason, r.SourceID, r.SourceName, r.Items = "", "", nil, "", nil
	r.outlet, r.parent, r.urlKeys = "", row.parent.Domain+row.parent.PathPrefix, nil
	r.addresses = RowAddresses{Outlet: row.outlet.Domain + row.outlet.PathPrefix}
	for _, f := range row.feeds {
		r.addresses.Feeds = append(r.addresses.Feeds, f.urlKey)
	}
	r.Repair = strings.TrimSpace(r.readRepair + " " + strings.Join(row.repairs, " "))
	switch {
	case r.Skipped:
		r.Result, r.Reason = Skipped, "You skipped it."
		return
	case r.Fault != "":
		r.Result, r.Reason = Invalid, r.Fault
		return
	case row.err != nil:
		r.Result, r.Reason = Invalid, sentence(reasonOf(row.err))
		return
	}
	s, exists := p.sourceOf(i)
	suffix, outlet := "", row.outlet.Domain+row.outlet.PathPrefix
	if row.isArchived() && (!exists || s.IsArchived) {
		suffix = archivedSuffix
		if owner := c.claims[outlet+suffix]; owner != nil && owner.rowID != row.id && row.id != uuid.Nil {
			suffix += " " + row.id.String()
		}
	}
	r.outlet = outlet + suffix
	for _, f := range row.feeds {
		r.urlKeys = append(r.urlKeys, f.key()+suffix)
	}
	restores := p.restores(row, s)
	if exists && s.IsArchived && !restores {
		r.setArchivedResult(row, s.SourceID, p.names[s.SourceID])
		return
	}
	owner := c.claims[r.outlet]
	isFirst := owner == nil
	if isFirst {
		owner = c.claim(r, p, i)
	} else {
		if r.SourceName = owner.name; !owner.isNew {
			r.SourceID = &owner.id
		}
		c.compare(r, row, owner)
	}
	if r.Result == "" {
		c.addFeeds(r, p, i, owner)
	}
	switch {
	case r.Result == Invalid || r.Result == Conflict:
		r.Items = nil
		return
	case r.Result != "":
	case !isFirst && len(r.Items) == 0:
		r.Result, r.Reason = Duplicate, fmt.Sprintf("Duplicate of line %d in this file.", owner.line)
	case !isFirst:
		r.Result, r.Reason = Update, fmt.Sprintf("It adds endpoints to the source of line %d.", owner.line)
	case len(r.Items) == 0:
		r.Result = Unchanged
		if p.sources[row.outlet].IsAlias {
			r.Reason = fmt.Sprintf("%s is another address of “%s”.", r.outlet, r.SourceName)
		}
	default:
		if r.Result = Update; restores {
			r.Reason = "This source was archived by an undo. The import unarchives it."
		}
	}
	if isFirst {
		c.claims[r.outlet] = owner
	}
	for _, key := range r.urlKeys {
		c.feeds[key] = claimedFeed{r.Line, owner.id}
	}
}

// setArchivedResult sets the result of a row whose source is archived. Rows do not change archived sources.
func (r *Row) setArchivedResult(row *parsed, id uuid.UUID, name string) {
	r.SourceID, r.SourceName = &id, name
	if row.isArchived() {
		r.Result, r.Reason = Unchanged, "The source is archived in the file and in the register."
		return
	}
	r.Result, r.Reason = Conflict, fmt.Sprintf("“%s” is archived. Unarchive it, or skip this row.", name)
}

// claim adds the item that creates or changes the source of a row, and returns the source.
func (c *checker) claim(r *Row, p *part, i int) *claim {
	row := &p.parsed[i]
	if existing, exists := p.sourceOf(i); exists {
		o, id := p.edits[i], existing.SourceID
		owner := &claim{line: r.Line, id: id, details: o.After}
		if o.Before != nil {
			owner.name = o.Before.Name
		}
		r.SourceID, r.SourceName = &owner.id, owner.name
		switch {
		case o.Err != nil:
			r.Result, r.Reason = Invalid, reasonOf(o.Err)
		case len(o.Changes) > 0:
			r.Items = append(r.Items, change.Item{Action: change.Update, TargetType: audit.TargetSource, TargetID: id,
				TargetName: owner.name, SourceID: id, BaseVersion: o.Before.Version, Changes: o.Changes})
		}
		return owner
	}
	owner := &claim{line: r.Line, id: r.createdID, rowID: row.id, isNew: true}
	if owner.id == uuid.Nil {
		owner.id = uuid.Must(uuid.NewV7())
	}
	details, err := row.newDetails()
	if err == nil {
		err = details.Validate()
	}
	owner.details, owner.name = details, details.Name
	if err != nil {
		r.Result, r.Reason = Invalid, reasonOf(err)
		return owner
	}
	changes, err := source.Creation(details, row.outlet, false)
	if err != nil {
		r.Result, r.Reason = Invalid, reasonOf(err)
		return owner
	}
	if c.layout.has("name") && row.text("name") == "" {
		r.Repair = strings.TrimSpace(r.Repair + " " + nameRepair)
	}
	r.SourceID, r.SourceName = &owner.id, owner.name
	r.Items = append(r.Items, change.Item{Action: change.Create, TargetType: audit.TargetSource, TargetID: owner.id,
		TargetName: owner.name, SourceID: owner.id, Changes: changes})
	return owner
}

// nameRepair is the repair of a row that creates a source and whose name is blank.
const nameRepair = "The name is empty, so the source is named after its domain."

// compare sets the result of a row that contradicts the first row of its outlet.
func (c *checker) compare(r *Row, row *parsed, owner *claim) {
	details, err := row.details(owner.details)
	if err == nil {
		err = details.Validate()
	}
	if err != nil {
		r.Result, r.Reason = Invalid, reasonOf(err)
		return
	}
	details.HomepageURL = owner.details.HomepageURL // another page of the same outlet
	changes, err := audit.Diff(owner.details, details)
	if err != nil || len(changes) == 0 {
		return
	}
	fields := make([]string, len(changes))
	for n, change := range changes {
		fields[n] = strings.ReplaceAll(change.Field, "_", " ")
	}
	r.Result = Conflict
	r.Reason = fmt.Sprintf("Line %d has the same domain with other values (%s). Correct or skip one of the two rows.",
		owner.line, strings.Join(fields, ", "))
}

// addFeeds adds the items that create or change the endpoints of a row.
func (c *checker) addFeeds(r *Row, p *part, i int, owner *claim) {
	isNew := len(r.Items) > 0 && r.Items[0].Action == change.Create
	seen := map[string]bool{}
	for n := range p.parsed[i].feeds {
		f := &p.parsed[i].feeds[n]
		if seen[r.urlKeys[n]] {
			continue
		}
		seen[r.urlKeys[n]] = true
		existing, exists := p.endpoints[f.urlKey]
		other, isListed := c.feeds[r.urlKeys[n]]
		if owner.isNewArchived() || f.isRetired() { // the endpoint is not live, so other sources may have it
			exists, isListed = exists && existing.SourceID == owner.id, isListed && other.source == owner.id
		}
		stored := retiredEndpoint{owner.id, f.urlKey}
		if f.isRetired() && p.retired[stored] || p.restored[stored] {
			continue
		}
		switch {
		case exists && existing.SourceID != owner.id:
			r.Result = Conflict
			r.Reason = fmt.Sprintf("“%s” has the endpoint %s already. Remove it from this row, or correct the homepage.",
				p.names[existing.SourceID], f.address)
			return
		case isListed && other.source != owner.id:
			r.Result, r.Reason = Conflict, fmt.Sprintf("Line %d has the endpoint %s for another source.", other.line, f.address)
			return
		case isListed:
			continue
		case exists:
			o := p.feedEdits[feedIndex{i, n}]
			if o.Err != nil {
				r.Result, r.Reason = Invalid, reasonOf(o.Err)
				return
			}
			if len(o.Changes) > 0 {
				r.Items = append(r.Items, change.Item{Action: change.Update, TargetType: audit.TargetEndpoint,
					TargetID: existing.EndpointID, TargetName: f.address, SourceID: owner.id, BaseVersion: o.Before.Version,
					Changes: o.Changes})
			}
			continue
		}
		details, err := f.newEndpoint()
		if err != nil {
			r.Result, r.Reason = Invalid, reasonOf(err)
			return
		}
		item, err := change.EndpointCreation(owner.id, details)
		if err != nil {
			r.Result, r.Reason = Invalid, reasonOf(err)
			return
		}
		r.Items = append(r.Items, item)
	}
	if isNew && r.Result == "" {
		if r.Result = Create; owner.isNewArchived() {
			r.Reason = "It is created archived, so its endpoints are not checked."
		}
	}
}
