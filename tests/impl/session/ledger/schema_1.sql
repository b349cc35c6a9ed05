BEGIN TRANSACTION;
CREATE TABLE answered (
	book INTEGER NOT NULL,
	nonce VARCHAR(200) NOT NULL,
	PRIMARY KEY (book, nonce),
	FOREIGN KEY(book) REFERENCES books (id)
);
INSERT INTO "answered" VALUES(1,'a32db84cbe5b829ce6319cf5f85009fd');
CREATE TABLE books (
	id INTEGER NOT NULL,
	name VARCHAR(200) NOT NULL,
	measure VARCHAR(20) NOT NULL,
	rule TEXT NOT NULL,
	budget TEXT NOT NULL,
	schema INTEGER NOT NULL,
	time VARCHAR(40) NOT NULL,
	number INTEGER NOT NULL,
	totals TEXT NOT NULL,
	head VARCHAR(64) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name)
);
INSERT INTO "books" VALUES(1,'main','pure','{"rule":"pure"}','{"measure":"pure","numbers":{"epsilon":"1"}}',1,'2026-11-23T09:23:36.168+00:00',3,'{"is_exact":true,"numbers":["7/10","1"]}','d5bad8beb9d756b753efca882d9b31bd037459afae422b9bd93c22c56adbcf1e');
INSERT INTO "books" VALUES(2,'other','pure','{"rule":"pure"}','{"measure":"pure","numbers":{"epsilon":"2"}}',1,'2026-11-23T09:23:36.241+00:00',0,'','9d2d4c575f83059460b608964fc53c97d7999bd0668a57a1f738b80a63de7be5');
CREATE TABLE entries (
	book INTEGER NOT NULL,
	number INTEGER NOT NULL,
	nonce VARCHAR(200) NOT NULL,
	kind VARCHAR(40) NOT NULL,
	label VARCHAR(400) NOT NULL,
	asked TEXT NOT NULL,
	totals TEXT NOT NULL,
	evidence VARCHAR(64),
	time VARCHAR(40) NOT NULL,
	previous VARCHAR(64) NOT NULL,
	hash VARCHAR(64) NOT NULL,
	PRIMARY KEY (book, number),
	UNIQUE (book, nonce),
	FOREIGN KEY(book) REFERENCES books (id)
);
INSERT INTO "entries" VALUES(1,1,'a32db84cbe5b829ce6319cf5f85009fd','certificate','a response','{"measure":"pure","numbers":{"epsilon":"1/10"}}','{"is_exact":true,"numbers":["1/10","1"]}','239553fb3cef01916a57b0d038185f054cf450a28fd45a10ce7036e445d72a16','2026-11-23T09:23:36.196+00:00','28eaf1cb08072de8f8ca10a6ef55ef35f73cc9281ab9fb559ec3f3444987c701','42b47f667e238794c25a4b99b3473fb5a55bdf15fa93d700797c6daa816ce9e3');
INSERT INTO "entries" VALUES(1,2,'e25ada251bcf70dbbe2f5ffabe3d2913','session','a session within PureDP(epsilon=''1/2'')','{"measure":"pure","numbers":{"epsilon":"1/2"}}','{"is_exact":true,"numbers":["3/5","1"]}',NULL,'2026-11-23T09:23:36.209+00:00','42b47f667e238794c25a4b99b3473fb5a55bdf15fa93d700797c6daa816ce9e3','04867e388e611dad13a723ea00a9af72fd7cc6dd463e33b922485da4dabe9347');
INSERT INTO "entries" VALUES(1,3,'ba16237577a021f94bf9852ea3e5a19b','certificate','a response','{"measure":"pure","numbers":{"epsilon":"1/10"}}','{"is_exact":true,"numbers":["7/10","1"]}','239553fb3cef01916a57b0d038185f054cf450a28fd45a10ce7036e445d72a16','2026-11-23T09:23:36.223+00:00','04867e388e611dad13a723ea00a9af72fd7cc6dd463e33b922485da4dabe9347','d5bad8beb9d756b753efca882d9b31bd037459afae422b9bd93c22c56adbcf1e');
COMMIT;
