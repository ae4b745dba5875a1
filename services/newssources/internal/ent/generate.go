package ent

//go:generate go tool ent generate --feature sql/versioned-migration,sql/upsert,sql/lock,sql/modifier ./schema
