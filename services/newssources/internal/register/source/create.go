package source

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// CreateInput is a new source with its endpoints.
type CreateInput struct {
	Details
	Endpoints []EndpointDetails
	// DuplicateReason allows a second source of an outlet, which is then distinguished by the path of
	// its homepage.
	DuplicateReason string
	// ImportedOutlet is the outlet that an import found for the source. Without it, the outlet is that
	// of the homepage.
	ImportedOutlet *Outlet
	// IsNameDerived and IsHomepageDerived mark values that were derived from addresses; suggestions may
	// replace them.
	IsNameDerived, IsHomepageDerived bool
	// RestoredFrom is the last version of the deleted source that is created again; 0: a new source.
	RestoredFrom int
	outlet       Outlet

	// ID is set by InsertAll if it is zero, and EndpointIDs, in the order of Endpoints, if it is nil.
	ID          uuid.UUID
	EndpointIDs []uuid.UUID
	// EndpointVersions are those of ExtendInput.
	EndpointVersions []int
}

// Outlet returns the outlet of a validated input.
func (input *CreateInput) Outlet() Outlet { return input.outlet }

// provenance holds what an import has determined about a new source in addition to its details.
type provenance struct {
	// Outlet is the domain and the path that identify the source; empty: those of its homepage.
	Outlet            string `json:"outlet"`
	IsHomepageDerived bool   `json:"homepage_derived"`
}

// Creation returns the values of a validated input, without its endpoints, as changes from which
// RestoreAll creates the source.
func (input *CreateInput) Creation() ([]audit.Change, error) {
	return Creation(input.Details, input.outlet, input.IsHomepageDerived)
}

// Creation returns the changes from which RestoreAll creates a source with an outlet.
func Creation(d Details, outlet Outlet, isHomepageDerived bool) ([]audit.Change, error) {
	changes, err := audit.Diff(nil, d)
	if err != nil {
		return nil, err
	}
	p := provenance{IsHomepageDerived: isHomepageDerived}
	if home, _ := (Outlet{}).At(d.HomepageURL); home != outlet {
		p.Outlet = outlet.Domain + outlet.PathPrefix
	}
	more, err := audit.Diff(provenance{}, p)
	return append(changes, more...), err
}

// setProvenance sets what Creation stored in addition to the details.
func (input *CreateInput) setProvenance(changes []audit.Change) error {
	var p provenance
	if err := audit.Apply(&p, changes); err != nil {
		return err
	}
	if p.Outlet != "" {
		domain, path, hasPath := strings.Cut(p.Outlet, "/")
		if input.outlet = (Outlet{Domain: domain}); hasPath {
			input.outlet.PathPrefix = "/" + path
		}
	}
	input.IsHomepageDerived = p.IsHomepageDerived
	input.IsNameDerived = outletname.IsDomain(input.Name, outletname.Outlet(input.outlet))
	return nil
}

// Validate normalizes the input to its stored form. The error lists all invalid fields.
func (input *CreateInput) Validate() error {
	var wrong problem.Fields
	input.Lifecycle = cmp.Or(input.Lifecycle, Active)
	checkOneOf(&wrong, "/lifecycle", input.Lifecycle, []Lifecycle{Draft, Active})
	input.DuplicateReason = normalizeMultiline(&wrong, "/duplicate_reason", input.DuplicateReason, maxReason)
	outlet, err := input.normalize(time.Now())
	wrong.Merge(err)
	input.outlet = outlet
	if input.ImportedOutlet != nil {
		input.outlet = *input.ImportedOutlet
	}
	input.outlet.checkOwn(&wrong, input.Aliases, nil)
	indexByKey := map[string]int{}
	for i := range input.Endpoints {
		prefix := fmt.Sprintf("/endpoints/%d", i)
		input.Endpoints[i].normalize(&wrong, prefix)
		input.Endpoints[i].checkRecipe(&wrong, prefix)
		input.Endpoints[i].normalizeSchedule(&wrong, prefix)
		key := input.Endpoints[i].key
		if earlier, isDuplicate := indexByKey[key]; isDuplicate && key != "" {
			wrong.Add(prefix+"/url", "duplicate", "Duplicate of endpoint %d in your list. Remove one of the two.", earlier+1)
		}
		indexByKey[key] = i
	}
	return wrong.Err()
}

// Create creates a source. It returns a problem if a live source has the same outlet or a live
// endpoint the same address.
func (r *Register) Create(ctx context.Context, actor audit.Actor, input CreateInput) (*Source, error) {
	if err := r.CheckCreate(&input); err != nil {
		return nil, err
	}
	if created, err := idempotency.Created(ctx, r.Get); created != nil || err != nil {
		return created, err
	}
	err := input.checkAlias(ctx, r.db.Pool)
	if problem.Is(err, problem.DuplicateSource) && input.DuplicateReason != "" {
		input.separateByPath() // the source with the alias keeps the other addresses
	} else if err != nil {
		return nil, err
	}
	input.ID = idempotency.NewID(ctx)
	insert := func(tx postgres.Tx) error {
		refused, err := CheckNewParents(ctx, tx, map[uuid.UUID]*CreateInput{input.ID: &input}, false)
		if err = cmp.Or(err, refused[input.ID]); err != nil {
			return err
		}
		return InsertAll(ctx, tx, r.keys, actor, []*CreateInput{&input}, nil)
	}
	err = r.db.Tx(ctx, insert)
	if postgres.UniqueViolation(err) == outletIndex && input.separateByPath() {
		err = r.db.Tx(ctx, insert)
	}
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, input.outlet, urlKeys(input.Endpoints))
	}
	return r.Get(ctx, input.ID)
}

// CheckCreate normalizes the input of Create, and returns a problem that lists all invalid fields.
func (r *Register) CheckCreate(input *CreateInput) error {
	if err := input.Validate(); err != nil {
		return err
	}
	var wrong problem.Fields
	for i, endpoint := range input.Endpoints {
		prefix := fmt.Sprintf("/endpoints/%d", i)
		r.checkKeys(&wrong, prefix, endpoint)
		endpoint.Schedule.CheckLimits(&wrong, prefix+schedulePointer, r.limits, tierOf(input.Tier))
	}
	return wrong.Err()
}

// separateByPath distinguishes the input from another source of the same domain by the path of its
// homepage, for example for a section with its own editorial team, and adds the reason to the
// notes. It reports false if there is no reason or no path.
func (input *CreateInput) separateByPath() bool {
	home, err := url.Parse(input.HomepageURL)
	if input.DuplicateReason == "" || err != nil || strings.Trim(home.Path, "/") == "" || input.outlet.PathPrefix != "" {
		return false
	}
	input.outlet.PathPrefix = strings.TrimSuffix(home.EscapedPath(), "/")
	input.Notes = strings.TrimSpace("Added in addition to another source of " + input.outlet.Domain + ": " +
		input.DuplicateReason + "\n\n" + input.Notes)
	return true
}

func urlKeys(endpoints []EndpointDetails) []string {
	keys := make([]string, len(endpoints))
	for i, e := range endpoints {
		keys[i] = e.key
	}
	return keys
}
