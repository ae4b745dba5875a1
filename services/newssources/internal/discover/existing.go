package discover

import (
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// lookUp tells which source of the register an address belongs to, once.
func (r *run) lookUp(address weburl.URL, why string) {
	match, err := r.register.Match(r.ctx, address)
	if err != nil || match == nil {
		return // the register will say so again when something is saved
	}
	there := collectedOf(match)
	if why == RedirectsTo || there.EndpointID != nil {
		there.Why = why
	}
	r.mu.Lock()
	told := r.said[match.SourceID.String()]
	r.said[match.SourceID.String()] = true
	r.mu.Unlock()
	if !told {
		r.emit(Event{Type: Existing, Existing: there})
	}
}

// gathered is the endpoint that already gathers an address, or what the address leads to.
func (r *run) gathered(asked, landed string) *Collected {
	for i, text := range []string{asked, landed} {
		address, err := weburl.Parse(text)
		if err != nil {
			continue
		}
		if match, err := r.register.Match(r.ctx, address); err == nil && match != nil && match.EndpointID != nil {
			there := collectedOf(match)
			if i > 0 {
				there.Why = RedirectsTo
			}
			return there
		}
		if landed == asked {
			break
		}
	}
	return nil
}

func collectedOf(match *source.Match) *Collected {
	c := &Collected{SourceID: match.SourceID, SourceName: match.SourceName, EndpointID: match.EndpointID, Why: SameOutlet}
	if match.EndpointID != nil {
		c.Why = SameAddress
	}
	return c
}

func invalidAddress(err error) error {
	var wrong problem.Fields
	wrong.Add("/address", "address", "%s", err.Error())
	return wrong.Err()
}
