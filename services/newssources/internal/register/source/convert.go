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

// setDetails sets the columns of the details of a new source.
func setDetails(c *ent.SourceCreate, d Details, outlet Outlet) {
	c.SetName(d.Name)
	c.SetNameKey(textkey.SortKey(d.Name))
	c.SetHomepageURL(d.HomepageURL)
	c.SetCanonicalDomain(outlet.Domain)
	c.SetPathPrefix(outlet.PathPrefix)
	c.SetLifecycle(entsource.Lifecycle(d.Lifecycle))
	c.SetPauseReason(d.PauseReason)
	c.SetMediaType(string(d.MediaType))
	c.SetCountry(d.Country)
	c.SetRegion(d.Region)
	c.SetLanguages(d.Languages)
	c.SetScope(string(d.Scope))
	c.SetPaywall(entsource.Paywall(d.Paywall))
	c.SetRights(entsource.Rights(d.Rights))
	c.SetRightsNote(d.RightsNote)
	c.SetOwner(d.Owner)
	c.SetNotes(d.Notes)
	c.SetLogo(d.Logo)
	c.SetAliases(d.Aliases)
	c.SetNillableParentID(d.ParentID)
	c.SetNillablePausedUntil(d.PausedUntil)
	c.SetNillableTier(d.Tier)
}

// setEndpoint sets the columns of the details of a new endpoint. It is live unless it is retired or its source is
// archived.
func setEndpoint(c *ent.EndpointCreate, d EndpointDetails, isArchived bool) {
	c.SetKind(entendpoint.Kind(d.Kind))
	c.SetURL(d.URL)
	c.SetURLEntered(d.URLEntered)
	c.SetURLKey(d.key)
	c.SetName(d.Name)
	c.SetSection(d.Section)
	c.SetLanguage(d.Language)
	c.SetIntent(entendpoint.Intent(d.Intent))
	c.SetCharset(d.Charset)
	c.SetDefaultZone(d.DefaultZone)
	c.SetIdentityPolicy(entendpoint.IdentityPolicy(d.IdentityPolicy))
	if d.Recipe != nil {
		c.SetRecipe((*schema.Recipe)(d.Recipe))
	}
	if d.Schedule != nil {
		c.SetSchedule(d.Schedule)
	}
	c.SetLive(d.Intent != EndpointRetired && !isArchived)
}
