package discover

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// reportExisting emits the source of the register that an address belongs to. Errors are ignored:
// saving reports them.
func (s *search) reportExisting(ctx context.Context, address weburl.URL, why string) {
	match, err := s.register.Match(ctx, address)
	if err != nil || match == nil {
		return
	}
	existing := newExistingSource(match)
	if why == RedirectsTo || existing.EndpointID != nil {
		existing.Why = why
	}
	s.report.addExisting(existing)
}

// markExisting sets the endpoint of the register that a candidate is.
func (s *search) markExisting(ctx context.Context, r *rankedCandidate) {
	requested, err := weburl.Parse(r.URL)
	if err == nil {
		r.Existing = s.existingEndpoint(ctx, requested, r.final)
	}
}

// existingEndpoint returns the endpoint of the register with the requested or the final address, or
// nil.
func (s *search) existingEndpoint(ctx context.Context, requested, final weburl.URL) *ExistingSource {
	if match, err := s.register.Match(ctx, requested); err == nil && match != nil && match.EndpointID != nil {
		return newExistingSource(match)
	}
	if final == requested {
		return nil
	}
	if match, err := s.register.Match(ctx, final); err == nil && match != nil && match.EndpointID != nil {
		existing := newExistingSource(match)
		existing.Why = RedirectsTo
		return existing
	}
	return nil
}

func newExistingSource(match *source.Match) *ExistingSource {
	e := &ExistingSource{SourceID: match.SourceID, SourceName: match.SourceName, EndpointID: match.EndpointID,
		Why: SameSource}
	if match.EndpointID != nil {
		e.Why = SameAddress
	}
	return e
}

func invalidAddress(text string, err error) error {
	var fields problem.Fields
	fields.AddWithSuggestion("/address", "address", weburl.Suggest(text), err.Error())
	return fields.Err()
}
