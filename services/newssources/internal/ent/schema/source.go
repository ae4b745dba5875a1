package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Source is a news outlet.
type Source struct{ ent.Schema }

// Mixin returns the shared fields.
func (Source) Mixin() []ent.Mixin { return []ent.Mixin{Base{}} }

// Fields returns the columns.
func (Source) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").MaxRuneLen(200),
		field.String("name_key").Comment("folded name for sorting; see source.Fold").
			Annotations(entsql.Annotation{Collation: "C"}), // independent of the locale of the system
		field.String("search_text").Comment("folded name and addresses for searching; see source.derive"),
		field.Int("endpoint_count").Default(0).Comment("endpoints that are not retired; see source.derive"),
		field.JSON("endpoint_kinds", []string{}).Default([]string{}).
			Comment("of the endpoints that are not retired, sorted; see source.derive"),
		field.String("homepage_url").MaxLen(2048),
		field.String("canonical_domain").MaxLen(253),
		field.String("path_prefix").Default(""),
		field.Enum("lifecycle").Values("draft", "active", "paused", "archived").Default("active"),
		field.String("archived_from").Default("").Comment("the lifecycle to restore when the source is unarchived"),
		field.Time("archived_at").Optional().Nillable(),
		field.Time("paused_until").Optional().Nillable(),
		field.String("pause_reason").Default(""),
		field.String("media_type").Default(""),
		field.String("country").Default("").MaxLen(2),
		field.String("region").Default("").MaxLen(6),
		field.JSON("languages", []string{}).Default([]string{}),
		field.String("scope").Default(""),
		field.Int("tier").Optional().Nillable(),
		field.Enum("paywall").Values("none", "metered", "hard", "unknown").Default("unknown"),
		field.Enum("rights").Values("unknown", "permitted", "restricted", "forbidden").Default("unknown"),
		field.Text("rights_note").Default(""),
		// Derived from the rights, from what the site declares and from the contract; see package
		// sourcerights.
		field.String("use_link").Default("unknown"),
		field.String("use_snippet").Default("unknown"),
		field.String("use_full_text").Default("unknown"),
		field.String("use_machine_learning").Default("unknown"),
		field.String("rights_review").Default("").Comment("why a person must look at the rights; empty: not needed"),
		field.Time("rights_review_since").Optional().Nillable(),
		field.String("owner").Default(""),
		field.Text("notes").Default(""),
		field.JSON("tag_ids", []uuid.UUID{}).Default([]uuid.UUID{}).Annotations(entsql.Default("[]")).
			Comment("sorted; triggers on source_tags keep it, and an older version inserts without it"),
		field.String("logo").Default("").Comment("the version of the logo in source_logos; empty without a logo"),
		field.Bool("name_derived").Default(false).Comment("the name is the domain's and was not edited since"),
		field.Bool("homepage_derived").Default(false).Comment("the homepage was derived from the address of a feed and not " +
			"edited since"),
		field.JSON("aliases", []Alias{}).Default([]Alias{}).Annotations(entsql.Default("[]")).
			Comment("other names and addresses of the outlet, in the order of the source"),
		field.UUID("merged_into", uuid.UUID{}).Optional().Nillable().
			Comment("the source that continues this one, which is archived"),
		field.UUID("parent_id", uuid.UUID{}).Optional().Nillable().Comment("the source of which this one is a part"),
		field.UUID("created_by_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.UUID("updated_by_id", uuid.UUID{}).Optional().Nillable(),
	}
}

// Edges returns the relations.
func (Source) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("endpoints", Endpoint.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("picture", SourceLogo.Type).Unique().Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("visit", Visit.Type).Unique().Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("tags", Tag.Type).Through("source_tags", SourceTag.Type),
		edge.To("parts", Source.Type).From("parent").Field("parent_id").Unique(),
		edge.To("merged", Source.Type).From("survivor").Field("merged_into").Unique(),
		edge.To("created_by", Member.Type).Field("created_by_id").Unique().Immutable(),
		edge.To("updated_by", Member.Type).Field("updated_by_id").Unique(),
	}
}

// Indexes returns the indexes: one per sort order and filter, the text search, a covering index for
// the facets, and the unique outlets of live sources.
func (Source) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("canonical_domain", "path_prefix").Unique().
			Annotations(entsql.IndexWhere("lifecycle <> 'archived'")).StorageKey("sources_outlet_live"),
		index.Fields("name_key", "id").StorageKey("sources_by_name"),
		index.Fields("created_at", "id").StorageKey("sources_by_created"),
		index.Fields("updated_at", "id").StorageKey("sources_by_updated"),
		index.Fields("canonical_domain", "id").StorageKey("sources_by_domain"),
		index.Fields("lifecycle", "id").StorageKey("sources_by_state"),
		index.Fields("country", "id").StorageKey("sources_by_place"),
		index.Fields("endpoint_count", "id").StorageKey("sources_by_endpoints"),
		index.Fields("paused_until").StorageKey("sources_paused_until").
			Annotations(entsql.IndexWhere("lifecycle = 'paused' AND paused_until IS NOT NULL")),
		index.Fields("lifecycle", "country", "languages", "endpoint_kinds").StorageKey("sources_facets"),
		index.Fields("languages").StorageKey("sources_by_language").Annotations(entsql.IndexType("GIN")),
		index.Fields("search_text").StorageKey("sources_search").
			Annotations(entsql.IndexType("GIN"), entsql.OpClass("gin_trgm_ops")),
		index.Fields("name_key").StorageKey("sources_similar").
			Annotations(entsql.IndexType("GIN"), entsql.OpClass("gin_trgm_ops")),
		// Most sources have the default of these columns, which no index helps to find.
		index.Fields("media_type").StorageKey("sources_by_media_type").Annotations(entsql.IndexWhere("media_type <> ''")),
		index.Fields("region").StorageKey("sources_by_region").Annotations(entsql.IndexWhere("region <> ''")),
		index.Fields("scope").StorageKey("sources_by_scope").Annotations(entsql.IndexWhere("scope <> ''")),
		index.Fields("tier").StorageKey("sources_by_tier").Annotations(entsql.IndexWhere("tier IS NOT NULL")),
		index.Fields("paywall").StorageKey("sources_by_paywall").Annotations(entsql.IndexWhere("paywall <> 'unknown'")),
		index.Fields("rights").StorageKey("sources_by_rights").Annotations(entsql.IndexWhere("rights <> 'unknown'")),
		index.Fields("use_link").StorageKey("sources_by_use_link").Annotations(entsql.IndexWhere("use_link <> 'unknown'")),
		index.Fields("use_snippet").StorageKey("sources_by_use_snippet").
			Annotations(entsql.IndexWhere("use_snippet <> 'unknown'")),
		index.Fields("use_full_text").StorageKey("sources_by_use_full_text").
			Annotations(entsql.IndexWhere("use_full_text <> 'unknown'")),
		index.Fields("use_machine_learning").StorageKey("sources_by_use_machine_learning").
			Annotations(entsql.IndexWhere("use_machine_learning <> 'unknown'")),
		index.Fields("rights_review").StorageKey("sources_by_rights_review").
			Annotations(entsql.IndexWhere("rights_review <> ''")),
		index.Fields("owner").StorageKey("sources_by_owner").Annotations(entsql.IndexWhere("owner <> ''")),
		index.Fields("aliases").StorageKey("sources_by_alias").
			Annotations(entsql.IndexType("GIN"), entsql.OpClass("jsonb_path_ops"), entsql.IndexWhere("aliases <> '[]'")),
		index.Fields("merged_into").StorageKey("sources_merged").Annotations(entsql.IndexWhere("merged_into IS NOT NULL")),
		index.Fields("parent_id").StorageKey("sources_by_parent").Annotations(entsql.IndexWhere("parent_id IS NOT NULL")),
	}
}
