package source

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	"github.com/newsources/newsources/services/newssources/internal/ent/schema"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// utc converts t to UTC, so that equal times have equal JSON in the history. The driver returns
// times in the local zone.
func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

// setDetails sets the columns of the details in m, the mutation of a create or an update.
func setDetails(m *ent.SourceMutation, d Details, outlet Outlet) {
	m.SetName(d.Name)
	m.SetNameKey(textkey.SortKey(d.Name))
	m.SetHomepageURL(d.HomepageURL)
	m.SetCanonicalDomain(outlet.Domain)
	m.SetPathPrefix(outlet.PathPrefix)
	m.SetLifecycle(entsource.Lifecycle(d.Lifecycle))
	m.SetPauseReason(d.PauseReason)
	m.SetMediaType(string(d.MediaType))
	m.SetCountry(d.Country)
	m.SetRegion(d.Region)
	m.SetLanguages(d.Languages)
	m.SetScope(string(d.Scope))
	m.SetPaywall(entsource.Paywall(d.Paywall))
	m.SetRights(entsource.Rights(d.Rights))
	m.SetRightsNote(d.RightsNote)
	m.SetOwner(d.Owner)
	m.SetNotes(d.Notes)
	m.SetLogo(d.Logo)
	m.SetAliases(d.Aliases)
	if d.ParentID != nil {
		m.SetParentID(*d.ParentID)
	} else {
		m.ClearParentID()
	}
	if d.PausedUntil != nil {
		m.SetPausedUntil(*d.PausedUntil)
	} else {
		m.ClearPausedUntil()
	}
	if d.Tier != nil {
		m.SetTier(*d.Tier)
	} else {
		m.ClearTier()
	}
}

func setDerived(m *ent.SourceMutation, d derived) {
	m.SetSearchText(d.search)
	m.SetEndpointCount(d.endpoints)
	m.SetEndpointKinds(d.kinds)
}

// setEndpoint sets the columns of the details in m, for an endpoint of a source that is not
// archived.
func setEndpoint(m *ent.EndpointMutation, d EndpointDetails) {
	m.SetKind(entendpoint.Kind(d.Kind))
	m.SetURL(d.URL)
	m.SetURLEntered(d.URLEntered)
	m.SetURLKey(d.key)
	m.SetName(d.Name)
	m.SetSection(d.Section)
	m.SetLanguage(d.Language)
	m.SetIntent(entendpoint.Intent(d.Intent))
	m.SetCharset(d.Charset)
	m.SetDefaultZone(d.DefaultZone)
	m.SetIdentityPolicy(entendpoint.IdentityPolicy(d.IdentityPolicy))
	if d.Recipe != nil {
		m.SetRecipe((*schema.Recipe)(d.Recipe))
	} else {
		m.ClearRecipe()
	}
	if d.Schedule != nil {
		m.SetSchedule(d.Schedule)
	} else {
		m.ClearSchedule()
	}
	m.SetLive(d.Intent != EndpointRetired)
}
