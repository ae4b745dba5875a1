package merge

import (
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// field is a field of a source whose value a person chooses.
type field struct {
	name    string
	isEmpty func(*source.Details) bool
	take    func(to, from *source.Details)
	both    func(to, from *source.Details) // nil: only one value is possible
}

// isUnset returns the isEmpty of a field whose default value is as good as none.
func isUnset[T comparable](get func(*source.Details) *T, empty ...T) func(*source.Details) bool {
	return func(d *source.Details) bool {
		var zero T
		if *get(d) == zero {
			return true
		}
		for _, value := range empty {
			if *get(d) == value {
				return true
			}
		}
		return false
	}
}

// single returns a field with one value.
func single[T comparable](name string, get func(*source.Details) *T, empty ...T) field {
	return field{name: name, isEmpty: isUnset(get, empty...),
		take: func(to, from *source.Details) { *get(to) = *get(from) }}
}

// fields are the fields that can be chosen, in the order of the form. A country brings its region along, and
// the lifecycle and the pause are chosen together.
var fields = []field{
	single("name", func(d *source.Details) *string { return &d.Name }),
	single("homepage_url", func(d *source.Details) *string { return &d.HomepageURL }),
	{
		name:    "lifecycle",
		isEmpty: func(d *source.Details) bool { return d.Lifecycle == source.Draft },
		take: func(to, from *source.Details) {
			if from.Lifecycle != source.Archived {
				to.Lifecycle, to.PausedUntil, to.PauseReason = from.Lifecycle, from.PausedUntil, from.PauseReason
			}
		},
	},
	single("media_type", func(d *source.Details) *source.MediaType { return &d.MediaType }),
	{
		name:    "country",
		isEmpty: func(d *source.Details) bool { return d.Country == "" },
		take:    func(to, from *source.Details) { to.Country, to.Region = from.Country, from.Region },
	},
	{
		name:    "region",
		isEmpty: func(d *source.Details) bool { return d.Region == "" },
		take: func(to, from *source.Details) {
			if to.Country == from.Country {
				to.Region = from.Region
			}
		},
	},
	{
		name:    "languages",
		isEmpty: func(d *source.Details) bool { return len(d.Languages) == 0 },
		take:    func(to, from *source.Details) { to.Languages = from.Languages },
		both: func(to, from *source.Details) {
			to.Languages = append(to.Languages[:len(to.Languages):len(to.Languages)], from.Languages...)
		},
	},
	single("scope", func(d *source.Details) *source.Scope { return &d.Scope }),
	{
		name:    "tier",
		isEmpty: func(d *source.Details) bool { return d.Tier == nil },
		take:    func(to, from *source.Details) { to.Tier = from.Tier },
	},
	single("paywall", func(d *source.Details) *source.Paywall { return &d.Paywall }, source.PaywallUnknown),
	single("rights", func(d *source.Details) *source.Rights { return &d.Rights }, source.RightsUnknown),
	single("parent_id", func(d *source.Details) **uuid.UUID { return &d.ParentID }),
	single("rights_note", func(d *source.Details) *string { return &d.RightsNote }),
	single("owner", func(d *source.Details) *string { return &d.Owner }),
	{
		name:    "tags",
		isEmpty: func(d *source.Details) bool { return len(d.Tags) == 0 },
		take:    func(to, from *source.Details) { to.Tags = from.Tags },
		both:    func(to, from *source.Details) { to.Tags = tag.Merge(to.Tags, from.Tags) },
	},
	{
		name:    "notes",
		isEmpty: func(d *source.Details) bool { return d.Notes == "" },
		take:    func(to, from *source.Details) { to.Notes = from.Notes },
		both: func(to, from *source.Details) {
			to.Notes = strings.TrimSpace(to.Notes + "\n\n" + from.Notes)
		},
	},
}

// suggest returns the default choice: the remaining source keeps its value unless it is empty, and
// lists and notes are joined. A forbidden use stays forbidden. A source does not become a part of itself.
func (f field) suggest(from, into *source.Source) Choice {
	switch {
	case f.isEmpty(&from.Details),
		f.name == "lifecycle" && from.Lifecycle == source.Archived,
		f.name == "parent_id" && *from.ParentID == into.ID:
		return Keep
	case f.isEmpty(&into.Details), f.name == "rights" && from.Rights == source.RightsForbidden:
		return Take
	case f.both != nil:
		return Both
	}
	return Keep
}

// apply sets the chosen value in to, the details of the remaining source.
func (f field) apply(to, from *source.Details, choice Choice) {
	if choice == Both && f.both != nil {
		f.both(to, from)
		return
	}
	f.take(to, from)
}
