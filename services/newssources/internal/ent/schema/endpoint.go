package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// Endpoint is one address of a source from which items are fetched.
type Endpoint struct{ ent.Schema }

// Mixin returns the shared fields.
func (Endpoint) Mixin() []ent.Mixin { return []ent.Mixin{Base{}} }

// Fields returns the columns.
func (Endpoint) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("source_id", uuid.UUID{}).Immutable(),
		field.Enum("kind").
			Values("rss", "atom", "rdf", "json_feed", "news_sitemap", "sitemap", "sitemap_index", "html_list"),
		field.String("url_entered").MaxLen(4096),
		field.String("url").MaxLen(2048),
		field.String("url_key").MaxLen(2048).
			Comment("the canonical address without scheme, www and trailing slash; see weburl"),
		field.String("name").Default("").MaxRuneLen(200),
		field.String("section").Default("").MaxRuneLen(100),
		field.String("language").Default(""),
		field.Enum("intent").Values("active", "paused", "retired").Default("active"),
		field.String("charset").Default("").MaxLen(40),
		field.String("default_zone").Default("").MaxLen(60).Comment("IANA zone of dates without a zone"),
		field.Enum("identity_policy").Values("auto", "guid", "link", "guid_link", "link_title", "content_hash").
			Default("auto"),
		field.JSON("recipe", &Recipe{}).Optional(),
		field.JSON("schedule", &schedule.Spec{}).Optional().Comment("when the endpoint is checked; null is the default: " +
			"adaptive, at any time"),
		field.Int("position").Optional().Nillable().
			Comment("place in the order that a person set; endpoints without one follow in the order of their creation"),
		field.Bool("live").Default(true).Comment("not retired and not of an archived source; url_key is unique among live " +
			"endpoints"),
	}
}

// Recipe holds the selectors of a page list. It mirrors pagelist.Recipe, which this layer cannot
// import.
type Recipe struct {
	List    string `json:"list"`
	Link    string `json:"link,omitempty"`
	Title   string `json:"title,omitempty"`
	Date    string `json:"date,omitempty"`
	Summary string `json:"summary,omitempty"`
	Author  string `json:"author,omitempty"`
}

// Edges returns the relations.
func (Endpoint) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("source", Source.Type).Ref("endpoints").Field("source_id").Unique().Required().Immutable(),
		edge.To("credentials", EndpointCredentials.Type).Unique().Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes returns the indexes.
func (Endpoint) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("url_key").Unique().Annotations(entsql.IndexWhere("live")).StorageKey("endpoints_url_live"),
		index.Fields("source_id", "id").StorageKey("endpoints_by_source"),
		// The list of all endpoints: its filters and orders.
		index.Fields("kind", "id").StorageKey("endpoints_by_kind"),
		index.Fields("intent", "id").StorageKey("endpoints_by_intent").Annotations(entsql.IndexWhere("intent <> 'active'")),
		index.Fields("updated_at", "id").StorageKey("endpoints_by_updated"),
		index.Fields("url_key").StorageKey("endpoints_by_url").Annotations(entsql.OpClass("text_pattern_ops")),
	}
}
